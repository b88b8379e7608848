/** Decides whether a server that ended is started again: so many times in so long a time. */
export class Restarts {
  private times: number[] = [];

  constructor(
    private readonly limit = 5,
    private readonly window = 3 * 60 * 1000,
    private readonly now: () => number = Date.now
  ) {}

  /** Counts a restart and returns true, or returns false where it would be one too many. */
  allow(): boolean {
    const now = this.now();
    this.times = this.times.filter((time) => now - time < this.window);
    if (this.times.length >= this.limit) return false;
    this.times.push(now);
    return true;
  }

  /** Forgets earlier restarts, since somebody asked for this one. */
  clear(): void {
    this.times = [];
  }
}
