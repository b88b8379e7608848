import { utf8 } from "./text.js";

/** A number of 64 bits, as its halves. */
type Word = readonly [high: number, low: number];

// The states of the hash stand in eight halves: those of v0 at 0 and 1, of v1 at 2 and 3, and so on.
const START = [0x736f6d65, 0x70736575, 0x646f7261, 0x6e646f6d, 0x6c796765, 0x6e657261, 0x74656462, 0x79746573];
const [V0, V1, V2, V3] = [0, 2, 4, 6];

/** SipHash-2-4 of texts, with a key of 128 bits: its first eight bytes as a little-endian number, and its last eight. */
export class SipHash {
  private readonly key: readonly number[];
  private readonly v = new Uint32Array(8);

  constructor(low: Word, high: Word) {
    this.key = [...low, ...high, ...low, ...high];
  }

  /** The hash of a text's UTF-8, as sixteen hexadecimal digits. */
  hexadecimal(text: string): string {
    return this.hash(utf8(text).content);
  }

  hash(bytes: Uint8Array): string {
    const { v } = this;
    START.forEach((half, index) => (v[index] = half ^ (this.key[index] ?? 0)));
    const end = bytes.length - (bytes.length % 8);
    for (let start = 0; start < end; start += 8) this.add(half(bytes, start + 4), half(bytes, start));
    this.add(half(bytes, end + 4) | (bytes.length << 24), half(bytes, end));
    this.mix(V2, 0, 0xff);
    for (let count = 0; count < 4; count += 1) this.round();
    const result = [0, 1].map((index) => [V0, V1, V2, V3].reduce((sum, word) => sum ^ (v[word + index] ?? 0), 0));
    return result.map((number) => (number >>> 0).toString(16).padStart(8, "0")).join("");
  }

  private add(high: number, low: number): void {
    this.mix(V3, high, low);
    this.round();
    this.round();
    this.mix(V0, high, low);
  }

  private mix(word: number, high: number, low: number): void {
    this.v[word] ^= high;
    this.v[word + 1] ^= low;
  }

  /** Adds a word to another one, rotates itself by some bits, and mixes the sum in. */
  private turn(to: number, word: number, by: number): void {
    const { v } = this;
    const low = (v[to + 1] ?? 0) + (v[word + 1] ?? 0);
    v[to] = (v[to] ?? 0) + (v[word] ?? 0) + (low > 0xffffffff ? 1 : 0);
    v[to + 1] = low;
    this.rotate(word, by);
    this.mix(word, v[to] ?? 0, v[to + 1] ?? 0);
  }

  private rotate(word: number, by: number): void {
    const { v } = this;
    const [high = 0, low = 0] = by >= 32 ? [v[word + 1], v[word]] : [v[word], v[word + 1]];
    const rest = by % 32;
    v[word] = rest === 0 ? high : (high << rest) | (low >>> (32 - rest));
    v[word + 1] = rest === 0 ? low : (low << rest) | (high >>> (32 - rest));
  }

  private round(): void {
    this.turn(V0, V1, 13);
    this.rotate(V0, 32);
    this.turn(V2, V3, 16);
    this.turn(V0, V3, 21);
    this.turn(V2, V1, 17);
    this.rotate(V2, 32);
  }
}

/** Four bytes as a little-endian number; those beyond the end are 0. */
function half(bytes: Uint8Array, start: number): number {
  let number = 0;
  for (let index = 3; index >= 0; index -= 1) number = (number << 8) | (bytes[start + index] ?? 0);
  return number;
}
