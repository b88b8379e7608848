/** The largest message that is read; a longer one is not the server's. */
const maximumLength = 256 * 1024 * 1024;
const maximumHeaderLength = 8 * 1024;
const headerEnd = "\r\n\r\n";

/** A message as bytes, after a header with their number. */
export function frame(message: unknown): Buffer {
  const content = Buffer.from(JSON.stringify(message), "utf8");
  return Buffer.concat([Buffer.from(`Content-Length: ${content.length}${headerEnd}`), content]);
}

/** Divides a stream of bytes, in chunks of any size, into messages. */
export class MessageReader {
  private pending = Buffer.from("");

  /** Adds a chunk and returns the messages that are whole now. Throws where the stream has no messages. */
  read(chunk: Uint8Array): unknown[] {
    this.pending = Buffer.concat([this.pending, chunk]);
    const messages: unknown[] = [];
    for (;;) {
      const content = this.next();
      if (content === undefined) return messages;
      messages.push(JSON.parse(content.toString("utf8")));
    }
  }

  private next(): Buffer | undefined {
    const end = this.pending.indexOf(headerEnd);
    if (end < 0) {
      if (this.pending.length > maximumHeaderLength) throw new Error("a header has no end");
      return undefined;
    }
    const header = this.pending.toString("ascii", 0, end);
    const length = Number(/^Content-Length: *(\d+)$/im.exec(header)?.[1] ?? NaN);
    if (!(length <= maximumLength)) throw new Error(`a header has no length: ${header.slice(0, 80)}`);
    const start = end + headerEnd.length;
    if (this.pending.length < start + length) return undefined;
    const content = this.pending.subarray(start, start + length);
    this.pending = this.pending.subarray(start + length);
    return content;
  }
}
