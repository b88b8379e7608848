import { JsonError, JsonReader } from "./json.js";
import { utf8Count } from "./text.js";

const TEXT_START = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const HEXADECIMAL = /[0-9a-fA-F]*/y;
const DIGITS = /[0-9]*/y;

/** Reads a text of JSON; what is wrong in it is told as in every other language, with the number of the byte. */
export class SyntaxReader extends JsonReader {
  override error(message: string): JsonError {
    return this.errorAt(utf8Count(this.text.slice(0, this.index)), message);
  }

  private errorAt(byte: number, message: string): JsonError {
    return new JsonError(`${message} at byte ${byte}`);
  }

  protected override noText(): JsonError {
    if (!this.skip(TEXT_START)) return this.error("a key is missing");
    const byte = utf8Count(this.text.slice(0, this.index));
    const [first, second] = [this.text[this.index], this.text[this.index + 1]];
    if (first === undefined) return this.errorAt(byte, "a text does not end");
    if (first !== "\\") return this.errorAt(byte + 1, "a control character stands in a text");
    if (second === undefined) return this.errorAt(byte + 1, "a text does not end");
    if (second !== "u") return this.errorAt(byte + 2, "there is no such escape");
    this.index += 2;
    if (utf8Count(this.text.slice(this.index, this.index + 4)) >= 4) this.skip(HEXADECIMAL);
    return this.error("an escape is cut short");
  }

  protected override number(): unknown {
    const start = this.index;
    if (!isDigit(this.text.charCodeAt(this.text[start] === "-" ? start + 1 : start))) {
      if (this.text[start] === "-") this.index += 1;
      throw this.error("a value is missing");
    }
    const value = super.number();
    const next = this.text[this.index] ?? "";
    if (!".eE0123456789".includes(next)) return value;
    const digits = this.text.slice(start, this.index);
    if (/^[0-9]/.test(next) && /^-?0$/.test(digits)) {
      this.skip(DIGITS);
      throw this.error("a number begins with 0");
    }
    const isCut = next === "." ? !/[.eE]/.test(digits) : !/[eE]/.test(digits);
    if (!isCut) return value;
    this.index += 1;
    if (next !== "." && /^[-+]/.test(this.text[this.index] ?? "")) this.index += 1;
    throw this.error("a value is missing");
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
