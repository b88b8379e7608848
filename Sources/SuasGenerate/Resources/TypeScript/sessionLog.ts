declare const console: { error(message: string): void };

/** Where the lines of a session go, which have no line ends. An app may have one of its own. */
export interface SessionLog {
  /** Takes a line; returns false if it is dropped. */
  accept(line: string): boolean;
  /** Begins a log, or goes on after a loss or from a new state; the first line may be made later. */
  begin?(firstLine: () => string): boolean;
  /** True if lines are to be written again after some were dropped; it is taken for true if it is left out. */
  readonly hasRoom?: boolean;
  /** True if the log needs a newer state to begin with. */
  readonly needsState?: boolean;
  /** Ends a log. */
  end?(): void;
}

/**
 * A function that takes the lines. It may return a promise, until which it is given no other one. While as many
 * lines wait for it as it has capacity, new ones are dropped; once half of them are taken, the log goes on with
 * the whole state.
 */
export class LogFunction implements SessionLog {
  private readonly lines: string[] = [];
  private isTaking = false;

  constructor(
    private readonly take: (line: string) => void | Promise<void>,
    private readonly capacity = 10_000,
  ) {}

  accept(line: string): boolean {
    if (this.lines.length >= this.capacity) return false;
    this.lines.push(line);
    if (!this.isTaking) void this.deliver();
    return true;
  }

  get hasRoom(): boolean {
    return this.lines.length <= this.capacity / 2;
  }

  private async deliver(): Promise<void> {
    this.isTaking = true;
    for (let line = this.lines.shift(); line !== undefined; line = this.lines.shift()) {
      try {
        const taken = this.take(line);
        if (taken !== undefined) await taken;
      } catch (error) {
        console.error(`a session log's function failed: ${String(error)}`);
      }
    }
    this.isTaking = false;
  }
}

/** The lines from a state on. */
interface Segment {
  readonly firstLine: () => string;
  lines: string[];
  size: number;
}

/** The last lines in memory, about so many characters of them, after the state with which they begin. */
export class LogRing implements SessionLog {
  private segments: Segment[] = [];
  /** True until a state follows the lines that were too large. */
  private isOverfull = false;

  constructor(private readonly capacity = 1 << 20) {}

  private get last(): Segment | undefined {
    return this.segments[this.segments.length - 1];
  }

  accept(line: string): boolean {
    const { last } = this;
    if (last === undefined || this.isOverfull) return true;
    last.lines.push(line);
    last.size += line.length + 1;
    while (this.segments.length > 1 && this.segments.reduce((sum, { size }) => sum + size, 0) > this.capacity) {
      this.segments.shift();
    }
    // One action may lead to more than the ring can hold.
    if (last.size > this.capacity) {
      last.lines = [];
      last.size = 0;
      this.isOverfull = true;
    }
    return true;
  }

  begin(firstLine: () => string): boolean {
    if (this.isOverfull) this.segments = [];
    this.isOverfull = false;
    this.segments.push({ firstLine, lines: [], size: 0 });
    return true;
  }

  get needsState(): boolean {
    return this.isOverfull || (this.last?.size ?? 0) > this.capacity / 8;
  }

  /** The log as a text: the state, and the lines since then; nothing before the recorder has begun. */
  text(): string {
    const [first] = this.segments;
    if (first === undefined) return "";
    const lines = this.segments.flatMap((segment) => segment.lines);
    return [first.firstLine(), ...lines].map((line) => `${line}\n`).join("");
  }
}
