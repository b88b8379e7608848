import { int, isInt, numberOfInt } from "./int.js";
import { JsonError } from "./json.js";
import { SavedMisfit, SavedReader } from "./savedReading.js";
import { utf8Count } from "./text.js";

/** The number of the format. */
export const SAVED_FORMAT = 1;
/** The largest text that is read, in bytes. */
const LARGEST_TEXT = 64 * 1024 * 1024;

export const OVERSIZED = "the text is larger than 64 MB";

/** Returns true for a text that is not restored. */
export function isOversized(text: string): boolean {
  return text.length > LARGEST_TEXT || (text.length > LARGEST_TEXT / 3 && utf8Count(text) > LARGEST_TEXT);
}

/** The head that a text must have. */
interface ExpectedHead {
  readonly name: string;
  readonly oldest: number;
  readonly version: number;
}

/** The head of a saved text: what it says about itself. */
export class SavedHead {
  /** The version that the text says; 0 if it says none. */
  version = 0;
  /** The reason why nothing can be read. */
  fault: { readonly code: string; readonly message: string } | null = null;
  private format: unknown;
  private name: unknown;
  private number: unknown;
  private hasState = false;

  /**
   * Reads a text.
   *
   * @param readState Reads the sub-states that a version saved.
   */
  constructor(
    text: string,
    private readonly expected: ExpectedHead,
    private readonly readState: (reader: SavedReader, version: number) => void,
  ) {
    if (isOversized(text)) {
      this.fail(OVERSIZED);
      return;
    }
    try {
      this.read(new SavedReader(text));
    } catch (thrown) {
      if (thrown instanceof JsonError) this.fail(`the text is no JSON: ${thrown.message}`);
      else if (thrown instanceof SavedMisfit) this.fail(`the text is not of the format: ${thrown.reason}`);
      else throw thrown;
    }
  }

  private fail(message: string, code = "unreadable"): void {
    this.fault ??= { code, message };
  }

  private read(reader: SavedReader): void {
    // What is saved can be read only once the version is known.
    let start = 0;
    let isRead = true;
    reader.skipSpace();
    if (reader.text[reader.index] !== "{") throw reader.error("an object is missing");
    reader.object(0, (key) => {
      if (key === "state") {
        this.hasState = true;
        start = reader.index;
        isRead = this.isComplete && this.isGood();
        if (isRead) this.readState(reader, this.version);
        else reader.whole();
        return;
      }
      const value = reader.whole();
      if (key === "suas-saved") this.format = value;
      else if (key === "name") this.name = value;
      else if (key === "version") {
        this.number = value;
        if (isInt(value)) this.version = numberOfInt(value);
        // What was read is of another version.
        isRead = false;
      }
    });
    reader.expectEnd();
    if (!this.isGood()) return;
    if (!this.hasState) {
      this.fail("it has no 'state'");
    } else if (!isRead) {
      reader.index = start;
      this.readState(reader, this.version);
    }
  }

  private get isComplete(): boolean {
    return this.format !== undefined && this.name !== undefined && this.number !== undefined;
  }

  /** Returns false if the text is not of the format, not of the spec, or of a version that cannot be read. */
  private isGood(): boolean {
    const { version, expected, name } = this;
    if (this.format !== int(SAVED_FORMAT)) this.fail("it does not say that it is a saved state of this format");
    else if (typeof name !== "string" || !isInt(this.number)) this.fail("it has no name or no version");
    else if (name !== expected.name) this.fail(`it was saved by '${name}', not by '${expected.name}'`, "other-spec");
    else if (version < expected.oldest) this.fail(`version ${version} is older than ${expected.oldest}`, "too-old");
    else if (version > expected.version) this.fail(`version ${version} is newer than ${expected.version}`, "too-new");
    return this.fault === null;
  }
}
