/** A scenario, or a row of its examples, at a line that counts from 1. */
export interface Listed {
  file: string;
  line: number;
  name: string;
}

/** Reads what `suas-run --list` prints: `FILE:LINE: NAME`, a line for each scenario. */
export function parseListing(text: string): Listed[] {
  return text.split("\n").flatMap((line) => {
    const match = /^(.+?):(\d+): (.*)$/.exec(line);
    return match ? [{ file: match[1] ?? "", line: Number(match[2]), name: match[3] ?? "" }] : [];
  });
}
