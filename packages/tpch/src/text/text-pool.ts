import { nextState } from '../random/random-stream.js';
import { TEXT_SEED } from '../random/seeds.js';
import {
  adjectives,
  adverbs,
  auxiliaries,
  nounPhraseForms,
  nouns,
  prepositions,
  sentenceForms,
  terminators,
  verbPhraseForms,
  verbs,
  type WeightedWord,
} from './word-lists.js';

const MODULUS = 2147483647;
/** Words are copied as 16 bytes, spaces behind them included, so that no word needs a loop. */
const WORD_ROOM = 16;
/** Room behind the pool for the sentence that crosses its end, which is shorter than this. */
const SENTENCE_ROOM = 512;

/** Size of the official pool, in bytes. */
export const TEXT_POOL_SIZE = 300 * 1024 * 1024;

/**
 * The text all comments are cut from: sentences of a small grammar, one after the other, from one random stream. Comments are
 * pieces at uniformly random offsets, so that even a small table touches all of it.
 *
 * Bytes are a SharedArrayBuffer: other threads may use the same pool.
 */
export function generateTextPool(size: number = TEXT_POOL_SIZE): Uint8Array {
  const writer = new TextPoolWriter(size);
  writer.fill(size);
  return writer.pool;
}

/** A word list prepared for drawing and for copying: entry `n` stands for the draw `n + 1` out of `total`. */
interface Vocabulary {
  /** `total / (2^31 - 1)`: draws are so few that one rounding less cannot change their whole part. */
  readonly factor: number;
  /** Bytes 0 to 7 of each word. ASCII is never a NaN, so doubles carry it unchanged. */
  readonly begins: Float64Array;
  /** Bytes 8 to 15. */
  readonly ends: Float64Array;
  /** Bytes that count, the space behind the word included. */
  readonly lengths: Uint8Array;
}

/** Phrase or sentence forms prepared for drawing. */
interface Forms<T> {
  readonly factor: number;
  readonly table: readonly (readonly T[])[];
}

/** Parts of a sentence. */
const NOUN_PHRASE = 0;
const VERB_PHRASE = 1;
const PREPOSITION = 2;

/** Writes the text pool, in one go or piece by piece. Its inner loop runs 45 million times. */
export class TextPoolWriter {
  readonly pool: Uint8Array;
  readonly #view: DataView;
  private state = TEXT_SEED;
  private at = 0;

  private readonly sentences = formsOf(sentenceForms, (token) => 'NVPT'.indexOf(token));
  private readonly nounPhrases: Forms<Vocabulary>;
  private readonly verbPhrases: Forms<Vocabulary>;
  private readonly prepositions = vocabulary(prepositions);
  private readonly terminators = vocabulary(terminators);
  private readonly the = doubleOf('the     ');

  constructor(size: number) {
    const buffer = new SharedArrayBuffer(size + SENTENCE_ROOM);
    this.pool = new Uint8Array(buffer, 0, size);
    this.#view = new DataView(buffer);
    const words: Readonly<Record<string, Vocabulary>> = {
      N: vocabulary(nouns),
      J: vocabulary(adjectives),
      'J,': vocabulary(adjectives, ', '),
      D: vocabulary(adverbs),
      V: vocabulary(verbs),
      X: vocabulary(auxiliaries),
    };
    this.nounPhrases = formsOf(nounPhraseForms, (token) => words[token]!);
    this.verbPhrases = formsOf(verbPhraseForms, (token) => words[token]!);
  }

  /** Writes whole sentences until at least `size` bytes are there. Later calls go on. */
  fill(size: number): void {
    while (this.at < size) {
      const sentence = this.sentences.table[Math.floor(this.draw() * this.sentences.factor)]!;
      for (let i = 0; i < sentence.length; i += 1) {
        switch (sentence[i]) {
          case NOUN_PHRASE:
            this.phrase(this.nounPhrases);
            break;
          case VERB_PHRASE:
            this.phrase(this.verbPhrases);
            break;
          case PREPOSITION:
            this.word(this.prepositions);
            this.#view.setFloat64(this.at, this.the, true);
            this.at += 'the '.length;
            this.phrase(this.nounPhrases);
            break;
          default:
            // The terminator takes the place of the space behind the last word.
            this.at -= 1;
            this.word(this.terminators);
        }
      }
    }
  }

  private phrase(forms: Forms<Vocabulary>): void {
    const slots = forms.table[Math.floor(this.draw() * forms.factor)]!;
    for (let i = 0; i < slots.length; i += 1) this.word(slots[i]!);
  }

  private word(of: Vocabulary): void {
    const index = Math.floor(this.draw() * of.factor);
    this.#view.setFloat64(this.at, of.begins[index]!, true);
    this.#view.setFloat64(this.at + 8, of.ends[index]!, true);
    this.at += of.lengths[index]!;
  }

  private draw(): number {
    this.state = nextState(this.state);
    return this.state;
  }
}

const encoder = new TextEncoder();
/** Eight characters as the double that has their bytes, first character first. */
const doubleOf = (text: string): number => new DataView(encoder.encode(text).buffer).getFloat64(0, true);

function vocabulary(list: readonly WeightedWord[], suffix = ' '): Vocabulary {
  const entries = list.flatMap(([word, weight]) => Array<string>(weight).fill(word + suffix));
  const padded = entries.map((word) => word.padEnd(WORD_ROOM));
  return {
    factor: entries.length / MODULUS,
    begins: Float64Array.from(padded, (word) => doubleOf(word.slice(0, 8))),
    ends: Float64Array.from(padded, (word) => doubleOf(word.slice(8))),
    lengths: Uint8Array.from(entries, (word) => word.length),
  };
}

function formsOf<T>(list: readonly WeightedWord[], resolve: (token: string) => T): Forms<T> {
  const table = list.flatMap(([form, weight]) => Array<readonly T[]>(weight).fill(form.split(' ').map(resolve)));
  return { factor: table.length / MODULUS, table };
}
