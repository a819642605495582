import { float64ToUint16, uint16ToFloat64 } from 'apache-arrow/util/math';

export type FloatKind = 'Float16' | 'Float32' | 'Float64';

/** The nearest number of the type. */
export function roundFloat(kind: FloatKind, value: number): number {
  if (kind === 'Float64') return value;
  return kind === 'Float32' ? Math.fround(value) : uint16ToFloat64(float64ToUint16(value));
}
