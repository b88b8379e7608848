import { SystemClock } from "./clock.js";
import type { Restoration, SpecDefinition } from "./spec.js";
import type { State } from "./store.js";

/** A place for one saved text: an item of a storage, a file, a row of a database. */
export interface SavedPlace {
  /** Returns the text; null if nothing was saved. */
  read(): string | null | Promise<string | null>;
  /** Replaces the text, whole or not at all. */
  write(text: string): void | Promise<void>;
  /** Keeps a text that could not be restored, or what is there if it could not be read. */
  keep(text: string | null): void | Promise<void>;
}

/** A place that answers at once. */
export interface DirectPlace extends SavedPlace {
  read(): string | null;
  write(text: string): void;
  keep(text: string | null): void;
}

/** True for what is known later: a promise of any library. */
export function isLater<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}

/** The text that could not be restored and is not kept yet; null for what is there. */
const unkept = new WeakMap<object, string | null>();

/** The text that is saved of a state, as one line of JSON; empty if the spec saves nothing. */
export function savedText<S>(spec: SpecDefinition, state: S): string {
  return spec.saved?.text(state as unknown as State, new SystemClock().now) ?? "";
}

/**
 * Restores a state from a text that was saved by this version or an earlier one; null if nothing was.
 *
 * It never fails: what cannot be restored is initial, and `lost` says why.
 */
export function restore<S>(spec: SpecDefinition, text: string | null): Restoration<S> {
  const initial = Object.fromEntries(spec.reducers.map((reducer) => [reducer.stateKey, reducer.initialState]));
  const restoration = spec.saved?.restore(spec, text) ?? { version: 0, lost: [], state: initial };
  if (text !== null && restoration.lost.length > 0) unkept.set(restoration, text);
  return restoration as unknown as Restoration<S>;
}

/**
 * Restores a state from what a place has. What cannot be restored is kept there, at the latest before a
 * `StateSaver` writes something else.
 *
 * It never fails: a place that cannot be read counts as a text that cannot be.
 */
export function restoreFrom<S>(spec: SpecDefinition, place: DirectPlace): Restoration<S>;
export function restoreFrom<S>(spec: SpecDefinition, place: SavedPlace): Promise<Restoration<S>>;
export function restoreFrom<S>(
  spec: SpecDefinition,
  place: SavedPlace,
): Restoration<S> | Promise<Restoration<S>> {
  const found = (text: string | null): Restoration<S> | Promise<Restoration<S>> => kept(restore<S>(spec, text), place);
  const unread = (error: unknown): Restoration<S> | Promise<Restoration<S>> => {
    // No text at all is one that cannot be read.
    const { lost, ...others } = restore<S>(spec, "");
    const restoration = { ...others, lost: lost.map((loss) => ({ ...loss, message: String(error) })) };
    unkept.set(restoration, null);
    return kept(restoration, place);
  };
  try {
    const text = place.read();
    return isLater(text) ? text.then(found, unread) : found(text);
  } catch (error) {
    return unread(error);
  }
}

/** The restoration, once what was lost is kept, or could not be. */
function kept<S>(restoration: Restoration<S>, place: SavedPlace): Restoration<S> | Promise<Restoration<S>> {
  const same = (): Restoration<S> => restoration;
  try {
    return keepLost(restoration, place)?.then(same, same) ?? restoration;
  } catch {
    return restoration;
  }
}

/** Keeps what was lost, if that is still to be done. */
export function keepLost(restoration: object, place: SavedPlace): Promise<void> | null {
  const text = unkept.get(restoration);
  if (text === undefined) return null;
  const keeping = place.keep(text);
  if (isLater(keeping)) return keeping.then(() => void unkept.delete(restoration));
  unkept.delete(restoration);
  return null;
}

/** The part of a storage that a `StoragePlace` needs. */
export interface TextStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
}

/** The number of lost texts that are kept. */
const MOST_LOST = 3;

/**
 * An item of a storage, such as `localStorage`, as a place.
 *
 * What could not be restored is kept as `NAME.lost`; of older such texts two are kept, as `NAME.lost.1` and
 * `NAME.lost.2`.
 */
export class StoragePlace implements DirectPlace {
  constructor(
    private readonly name: string,
    private readonly storage: TextStorage = localStorage,
  ) {}

  read(): string | null {
    return this.storage.getItem(this.name);
  }

  write(text: string): void {
    this.storage.setItem(this.name, text);
  }

  keep(text: string | null): void {
    const { storage } = this;
    const lost = text ?? this.read();
    // An app that ends before it saves anything finds the same text again.
    if (lost === null || storage.getItem(this.lost(0)) === lost) return;
    for (let index = MOST_LOST - 1; index > 0; index -= 1) {
      const older = storage.getItem(this.lost(index - 1));
      if (older !== null) storage.setItem(this.lost(index), older);
    }
    storage.setItem(this.lost(0), lost);
  }

  private lost(index: number): string {
    return index === 0 ? `${this.name}.lost` : `${this.name}.lost.${index}`;
  }
}

declare const localStorage: TextStorage;
