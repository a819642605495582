import { DecodeError } from '@ballista-ts/core';

const corrupt = (what: string): DecodeError => new DecodeError(`corrupt LZ4 block: ${what}`);

/**
 * Decodes one LZ4 block into `target` from `start` on and returns where it ended. Matches may reach back to `historyStart`,
 * which is how *linked* blocks work; the wasm decoder knows only independent ones, so this one serves frames of foreign
 * writers that link their blocks (the C library's default). Every read and write is checked against both arrays.
 *
 * @throws DecodeError when the block is not LZ4 or would not fit.
 */
export function decodeLz4Block(block: Uint8Array, target: Uint8Array, start: number, historyStart: number): number {
  const inputEnd = block.length;
  const outputEnd = target.length;
  let from = 0;
  let to = start;
  while (from < inputEnd) {
    const token = block[from]!;
    from += 1;
    let literals = token >>> 4;
    if (literals === 15) {
      let more = 255;
      while (more === 255) {
        if (from >= inputEnd) throw corrupt('it ends inside a literal length');
        more = block[from]!;
        from += 1;
        literals += more;
      }
    }
    if (literals > 0) {
      if (from + literals > inputEnd) throw corrupt(`${literals} literals, ${inputEnd - from} bytes left`);
      if (to + literals > outputEnd) throw corrupt('it holds more bytes than the frame announces');
      // A copy of a few bytes is cheaper by hand than through a view.
      if (literals < 24) for (let i = 0; i < literals; i += 1) target[to + i] = block[from + i]!;
      else target.set(block.subarray(from, from + literals), to);
      from += literals;
      to += literals;
    }
    if (from >= inputEnd) return to; // the last sequence has no match
    if (from + 2 > inputEnd) throw corrupt('it ends inside a match offset');
    const offset = block[from]! | (block[from + 1]! << 8);
    from += 2;
    if (offset === 0 || to - offset < historyStart) throw corrupt(`match offset ${offset} reaches before the data`);
    let length = (token & 15) + 4;
    if (length === 19) {
      let more = 255;
      while (more === 255) {
        if (from >= inputEnd) throw corrupt('it ends inside a match length');
        more = block[from]!;
        from += 1;
        length += more;
      }
    }
    if (to + length > outputEnd) throw corrupt('it holds more bytes than the frame announces');
    if (offset >= length) target.copyWithin(to, to - offset, to - offset + length);
    else for (let i = 0; i < length; i += 1) target[to + i] = target[to + i - offset]!;
    to += length;
  }
  return to;
}
