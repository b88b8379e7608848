import { utf8 } from "./text.js";

/** A number of 64 bits, as its halves. */
type Word = readonly [high: number, low: number];

/** SipHash-2-4 of texts, with a key of 128 bits: its first eight bytes as a little-endian number, and its last eight. */
export class SipHash {
  constructor(
    private readonly first: Word,
    private readonly second: Word,
  ) {}

  /** The hash of a text's UTF-8, as sixteen hexadecimal digits. */
  hexadecimal(text: string): string {
    return this.hash(utf8(text));
  }

  hash(bytes: Uint8Array): string {
    const [firstHigh, firstLow] = this.first;
    const [secondHigh, secondLow] = this.second;
    // The halves of the four words v0 to v3.
    let [high0, low0] = [firstHigh ^ 0x736f6d65, firstLow ^ 0x70736575];
    let [high1, low1] = [secondHigh ^ 0x646f7261, secondLow ^ 0x6e646f6d];
    let [high2, low2] = [firstHigh ^ 0x6c796765, firstLow ^ 0x6e657261];
    let [high3, low3] = [secondHigh ^ 0x74656462, secondLow ^ 0x79746573];
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const end = bytes.length - (bytes.length % 8);
    // The rest of the bytes is a word with the length, and two words of zeros end the hash.
    for (let start = 0; start <= end + 16; start += 8) {
      let [high, low] = [0, 0];
      if (start < end) [high, low] = [words.getUint32(start + 4, true), words.getUint32(start, true)];
      else if (start === end) [high, low] = [half(bytes, end + 4) | (bytes.length << 24), half(bytes, end)];
      else if (start === end + 8) low2 ^= 0xff;
      high3 ^= high;
      low3 ^= low;
      for (let round = 0; round < 2; round += 1) {
        let sum = (low0 >>> 0) + (low1 >>> 0);
        high0 = (high0 + high1 + (sum > 0xffffffff ? 1 : 0)) | 0;
        low0 = sum | 0;
        [high1, low1] = [((high1 << 13) | (low1 >>> 19)) ^ high0, ((low1 << 13) | (high1 >>> 19)) ^ low0];
        [high0, low0] = [low0, high0];
        sum = (low2 >>> 0) + (low3 >>> 0);
        high2 = (high2 + high3 + (sum > 0xffffffff ? 1 : 0)) | 0;
        low2 = sum | 0;
        [high3, low3] = [((high3 << 16) | (low3 >>> 16)) ^ high2, ((low3 << 16) | (high3 >>> 16)) ^ low2];
        sum = (low0 >>> 0) + (low3 >>> 0);
        high0 = (high0 + high3 + (sum > 0xffffffff ? 1 : 0)) | 0;
        low0 = sum | 0;
        [high3, low3] = [((high3 << 21) | (low3 >>> 11)) ^ high0, ((low3 << 21) | (high3 >>> 11)) ^ low0];
        sum = (low2 >>> 0) + (low1 >>> 0);
        high2 = (high2 + high1 + (sum > 0xffffffff ? 1 : 0)) | 0;
        low2 = sum | 0;
        [high1, low1] = [((high1 << 17) | (low1 >>> 15)) ^ high2, ((low1 << 17) | (high1 >>> 15)) ^ low2];
        [high2, low2] = [low2, high2];
      }
      high0 ^= high;
      low0 ^= low;
    }
    return hexadecimal(high0 ^ high1 ^ high2 ^ high3) + hexadecimal(low0 ^ low1 ^ low2 ^ low3);
  }
}

/** Up to four bytes as a little-endian number. */
function half(bytes: Uint8Array, start: number): number {
  return bytes.subarray(start, start + 4).reduceRight((number, byte) => (number << 8) | byte, 0);
}

function hexadecimal(half: number): string {
  return (half >>> 0).toString(16).padStart(8, "0");
}
