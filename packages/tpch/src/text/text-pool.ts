import { nextState } from '../random/random-stream.js';
import { TEXT_SEED } from '../random/seeds.js';
import { type WeightedWords, weightedWords } from './weighted-words.js';
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
const SPACE = 0x20;
/** Longer than any sentence can get, so that the last one needs no bounds check. */
const SENTENCE_ROOM = 512;

/** Size of the official pool, in bytes. */
export const TEXT_POOL_SIZE = 300 * 1024 * 1024;

/** One word of a phrase: drawn from `words`, followed by `comma` or not, then a space. */
interface Slot {
  readonly words: Vocabulary;
  readonly comma: boolean;
}

/** A word list with all words in one buffer; word `i` is the bytes `starts[i]..starts[i + 1]`. */
interface Vocabulary {
  readonly total: number;
  readonly pick: Uint8Array;
  readonly starts: Int32Array;
  readonly bytes: Uint8Array;
}

/**
 * The text all comments are cut from: sentences of a small grammar, one after the other, from one random stream. Comments are
 * pieces at uniformly random offsets, so that even a small table touches all of it.
 *
 * Bytes are a SharedArrayBuffer: other threads may use the same pool.
 */
export function generateTextPool(size: number = TEXT_POOL_SIZE): Uint8Array {
  const pool = new Uint8Array(new SharedArrayBuffer(size + SENTENCE_ROOM));
  new SentenceWriter(pool).fill(size);
  return pool.subarray(0, size);
}

/** Writes sentence after sentence. State lives in fields, and one method is the whole inner loop: it runs 45 million times. */
class SentenceWriter {
  private state = TEXT_SEED;
  private at = 0;

  private readonly forms = weightedWords(sentenceForms);
  private readonly nounForms = weightedWords(nounPhraseForms);
  private readonly verbForms = weightedWords(verbPhraseForms);
  private readonly sentences = this.forms.words.map((word) => textOf(word).split(' '));
  private readonly nounPhrases: readonly (readonly Slot[])[];
  private readonly verbPhrases: readonly (readonly Slot[])[];
  private readonly prepositions = vocabulary(prepositions);
  private readonly terminators = vocabulary(terminators);
  private readonly the = new TextEncoder().encode('the ');

  constructor(private readonly out: Uint8Array) {
    const letters: Readonly<Record<string, Vocabulary>> = {
      N: vocabulary(nouns),
      J: vocabulary(adjectives),
      D: vocabulary(adverbs),
      V: vocabulary(verbs),
      X: vocabulary(auxiliaries),
    };
    const phrases = (forms: WeightedWords): readonly (readonly Slot[])[] =>
      forms.words.map((form) =>
        textOf(form)
          .split(' ')
          .map((token) => ({ words: letters[token.charAt(0)]!, comma: token.endsWith(',') })),
      );
    this.nounPhrases = phrases(this.nounForms);
    this.verbPhrases = phrases(this.verbForms);
  }

  fill(size: number): void {
    const { out } = this;
    while (this.at < size) {
      const sentence = this.sentences[this.form(this.forms)]!;
      for (const part of sentence) {
        switch (part) {
          case 'N':
            this.phrase(this.nounPhrases[this.form(this.nounForms)]!);
            break;
          case 'V':
            this.phrase(this.verbPhrases[this.form(this.verbForms)]!);
            break;
          case 'P':
            this.word(this.prepositions);
            out[this.at++] = SPACE;
            for (let i = 0; i < this.the.length; i += 1) out[this.at++] = this.the[i]!;
            this.phrase(this.nounPhrases[this.form(this.nounForms)]!);
            break;
          default:
            // The terminator takes the place of the space behind the last word.
            this.at -= 1;
            this.word(this.terminators);
        }
      }
      out[this.at++] = SPACE;
    }
  }

  private phrase(slots: readonly Slot[]): void {
    for (let i = 0; i < slots.length; i += 1) {
      const slot = slots[i]!;
      this.word(slot.words);
      if (slot.comma) this.out[this.at++] = 0x2c;
      this.out[this.at++] = SPACE;
    }
  }

  private form(of: WeightedWords): number {
    this.state = nextState(this.state);
    return of.pick[Math.floor((this.state / MODULUS) * of.total)]!;
  }

  private word(of: Vocabulary): void {
    this.state = nextState(this.state);
    const index = of.pick[Math.floor((this.state / MODULUS) * of.total)]!;
    const { bytes } = of;
    const { out } = this;
    const end = of.starts[index + 1]!;
    let to = this.at;
    for (let from = of.starts[index]!; from < end; from += 1) out[to++] = bytes[from]!;
    this.at = to;
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function vocabulary(list: readonly WeightedWord[]): Vocabulary {
  const { total, pick, words } = weightedWords(list);
  const starts = new Int32Array(words.length + 1);
  for (const [index, word] of words.entries()) starts[index + 1] = starts[index]! + word.length;
  const bytes = new Uint8Array(starts[words.length]!);
  for (const [index, word] of words.entries()) bytes.set(word, starts[index]!);
  return { total, pick, starts, bytes };
}
