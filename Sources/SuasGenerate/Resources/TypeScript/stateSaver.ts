import { ActionError } from "./failure.js";
import { isOversized, OVERSIZED } from "./savedHead.js";
import { isLater, keepLost, type SavedPlace, savedText } from "./savedPlace.js";
import type { Restoration, SpecDefinition } from "./spec.js";
import type { Store } from "./store.js";

declare function setTimeout(body: () => void, delay: number): unknown;
declare function clearTimeout(timer: never): void;

/** The number of waits after which a state is written although it goes on changing. */
const MOST_WAITS = 10;

/** The longest time that a timer takes, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Saves the state of a store whenever it has changed and then been quiet for a while, and at the latest after
 * ten times that: `after` in the spec.
 *
 * The text is made and written when a timer ends; a dispatch only counts.
 */
export class StateSaver<S> {
  private changes = 0;
  /** The number of changes at the time of the last text that was written. */
  private written = 0;
  private timer: unknown = null;
  private writing: Promise<void> = Promise.resolve();
  private isWriting = false;
  private readonly unsubscribe: () => void;

  /**
   * @param after What the store was restored from: what was lost is kept before anything is written, and a
   * text of an earlier version is soon replaced.
   */
  constructor(
    private readonly store: Store<S>,
    private readonly spec: SpecDefinition,
    private readonly place: SavedPlace,
    private readonly after: Restoration<S> | null = null,
  ) {
    this.unsubscribe = store.subscribe(() => this.note());
    const version = after?.version ?? 0;
    if (version > 0 && version !== spec.saved?.version) this.note();
  }

  /** Stops observing the store, and writes nothing more. */
  end(): void {
    this.unsubscribe();
    this.stopWaiting();
  }

  /**
   * Writes the state now if it has changed. A place that answers at once has the text when this returns, and
   * any other when the promise is fulfilled; it is rejected if the text could not be written, or
   * would be too large to be restored. What was written before then stays.
   */
  async flush(): Promise<void> {
    this.stopWaiting();
    if (this.isWriting) await this.writing.catch(() => undefined);
    this.isWriting = true;
    this.writing = this.write();
    try {
      await this.writing;
    } finally {
      this.isWriting = false;
    }
  }

  private note(): void {
    this.changes += 1;
    if (this.timer === null) this.wait(1);
  }

  /** Waits for quiet; the number is that of the waits since the state began to change. */
  private wait(number: number): void {
    const seen = this.changes;
    const delay = Math.min(Number((this.spec.saved?.delay.nanoseconds ?? 0n) / 1_000_000n), LONGEST_TIMER);
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.changes !== seen && number < MOST_WAITS) {
        this.wait(number + 1);
        return;
      }
      this.flush().catch((error: unknown) => {
        this.store.report(new ActionError("not-saved", `the state could not be saved: ${String(error)}`));
      });
    }, delay);
  }

  private stopWaiting(): void {
    if (this.timer !== null) clearTimeout(this.timer as never);
    this.timer = null;
  }

  private async write(): Promise<void> {
    const count = this.changes;
    if (count === this.written || this.spec.saved === undefined) return;
    const keeping = this.after && keepLost(this.after, this.place);
    if (keeping !== null) await keeping;
    const text = savedText(this.spec, this.store.getState());
    if (isOversized(text)) throw new Error(OVERSIZED);
    const writing = this.place.write(text);
    if (isLater(writing)) await writing;
    this.written = count;
  }
}
