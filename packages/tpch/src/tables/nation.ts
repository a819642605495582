import type { ColumnBatch, RowSource } from '../columns/column.js';
import { Int64Column } from '../columns/int64-column.js';
import { Utf8Column } from '../columns/utf8-column.js';
import { seeds } from '../random/seeds.js';
import type { RowRange } from '../scale.js';
import { CommentStream } from '../text/comment-stream.js';
import { nations } from '../text/word-lists.js';
import { Streams } from './row-loop.js';

const names = nations.map(([name]) => new TextEncoder().encode(name));

/** Rows of `nation`. */
export class NationRows implements RowSource {
  readonly #streams: Streams;
  readonly #comment: CommentStream;
  #row: number;

  constructor(
    pool: Uint8Array,
    private readonly range: RowRange,
  ) {
    this.#row = range.start;
    this.#streams = new Streams(range);
    this.#comment = this.#streams.add(new CommentStream(pool, seeds.nation.comment, 72));
  }

  next(capacity: number): ColumnBatch | undefined {
    const rowCount = Math.min(capacity, this.range.end - this.#row);
    if (rowCount <= 0) return undefined;
    const key = new Int64Column(rowCount);
    const name = new Utf8Column(rowCount, 25);
    const region = new Int64Column(rowCount);
    const comment = new Utf8Column(rowCount, this.#comment.maxLength);
    for (let row = 0; row < rowCount; row += 1, this.#row += 1) {
      key.set(row, this.#row);
      name.append(names[this.#row]!);
      name.endRow();
      region.set(row, nations[this.#row]![1]);
      this.#comment.write(comment);
      comment.endRow();
      this.#streams.rowFinished();
    }
    return { rowCount, columns: [key, name, region, comment] };
  }
}
