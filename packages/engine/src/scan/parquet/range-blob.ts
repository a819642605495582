import type { ObjectStore } from '@ballista-ts/core';

/**
 * The little of `Blob` that parquet-wasm's reader uses (`size`, `slice`, `arrayBuffer`), over ranges of an object. A
 * rejected `arrayBuffer()` would panic inside WebAssembly and never settle the read, so a failed range answers with zeros
 * and leaves its error in `failure`; the reader throws that instead of whatever the decoder made of the zeros.
 */
export class RangeBlob {
  constructor(
    readonly source: RangeSource,
    readonly start: number,
    readonly end: number,
  ) {}

  get size(): number {
    return this.end - this.start;
  }

  slice(from = 0, to = this.size): RangeBlob {
    const clamp = (at: number): number => Math.min(Math.max(at < 0 ? this.size + at : at, 0), this.size);
    const start = this.start + clamp(from);
    return new RangeBlob(this.source, start, Math.max(this.start + clamp(to), start));
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return await this.source.read(this.start, this.end);
  }
}

/** Where the ranges come from, and what went wrong on the way. */
export class RangeSource {
  failure: Error | undefined;
  bytesRead = 0;

  constructor(
    readonly store: ObjectStore,
    readonly path: string,
    readonly signal: AbortSignal,
  ) {}

  async read(start: number, end: number): Promise<ArrayBuffer> {
    const buffer = new ArrayBuffer(end - start);
    if (this.failure !== undefined) return buffer;
    try {
      const bytes = await this.store.getRange(this.path, start, end, { signal: this.signal });
      if (bytes.byteLength !== end - start)
        throw new Error(`${bytes.byteLength} bytes came for the range ${start}..${end} of ${this.path}`);
      this.bytesRead += bytes.byteLength;
      new Uint8Array(buffer).set(bytes);
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
    return buffer;
  }
}
