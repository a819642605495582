import { Data, DataType, makeData, util } from 'apache-arrow';

/**
 * The same values, in the two cases where Arrow 21.2.0 writes a slice of a column wrongly; everything else is returned as it is.
 *
 * - A slice of a Utf8View or BinaryView has its views cut already, but keeps the offset of the slice, and the writer applies
 *   that a second time: the values are lost on the way through IPC. They get an offset of zero.
 * - A slice of a Null column has an unknown null count, which goes out as -1. It gets the true one, its length.
 */
export function normalizeSlices<T extends DataType>(data: Data<T>): Data<T> {
  if (DataType.isNull(data.type)) {
    return data.nullCount === data.length ? data : (makeData({ type: data.type, length: data.length }) as never);
  }
  if (DataType.isUtf8View(data.type) || DataType.isBinaryView(data.type)) {
    if (data.offset === 0) return data;
    // `clone` and its buffers are declared for the concrete type; the layout of both view types is the same.
    const view = data as unknown as Data<DataType>;
    const nullBitmap =
      view.nullCount > 0 ? util.truncateBitmap(view.offset, view.length, view.nullBitmap) : new Uint8Array(0);
    return new Data(
      data.type,
      0,
      view.length,
      view.nullCount,
      [undefined, view.values as T['TArray'], nullBitmap, undefined] as never,
      [],
      undefined,
      view.variadicBuffers,
    );
  }
  if (data.children.length === 0) return data;
  const children = data.children.map((child) => normalizeSlices(child as Data<DataType>));
  if (children.every((child, index) => child === data.children[index])) return data;
  return data.clone(data.type, data.offset, data.length, data.nullCount, undefined, children as never);
}
