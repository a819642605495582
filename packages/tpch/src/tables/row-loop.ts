import type { RowRange } from '../scale.js';

/** What moves from row to row: every random stream of a table. */
export interface Stream {
  rowFinished(): void;
  skipRows(count: number): void;
}

/** The streams of a table, moved together and standing at the first row of a range. */
export class Streams {
  #all: Stream[] = [];

  constructor(private readonly range: RowRange) {}

  /** Adds a stream, moved to the first row of the range. */
  add<S extends Stream>(stream: S): S {
    stream.skipRows(this.range.start);
    this.#all.push(stream);
    return stream;
  }

  rowFinished(): void {
    for (const stream of this.#all) stream.rowFinished();
  }
}
