import { areSame } from "./equality.js";
import { rule } from "./failure.js";
import { type Int, bigintOf } from "./int.js";
import { type Action, outcome, type Reducer, type State, UNCHANGED } from "./store.js";
import { listOf, recordOf, RecordType, Types } from "./types.js";

/** The states before and after that of a reducer which undo and redo go to, nearest last. */
export interface History<S> {
  readonly past: readonly S[];
  readonly future: readonly S[];
  /** The group of the last entry. */
  readonly group: unknown;
}

/** The type of the histories of a state, whose groups may be made from sensitive values. */
export function historyType(state: () => RecordType, isSensitive = false): RecordType {
  const states = listOf(recordOf(state));
  return new RecordType(`the history of ${state().name}`, () => [
    { name: "past", type: states, default: [] },
    { name: "future", type: states, default: [] },
    { name: "group", type: Types.any, default: null, isSensitive },
  ]);
}

/** What an action does to a history. */
export type HistoryRole =
  | { readonly kind: "move"; readonly distance: Int }
  | { readonly kind: "clear" }
  | { readonly kind: "enter"; readonly place?: string; readonly group?: () => unknown };

/** Moves by so many states, back if it is negative, and at most to the end; null if there is nothing to go to. */
function moved<S>(history: History<S>, distance: Int, present: S): readonly [History<S>, S] | null {
  const isBack = distance < 0;
  const ahead = (isBack ? history.past : history.future).slice();
  const behind = (isBack ? history.future : history.past).slice();
  let [state, isReached] = [present, false];
  for (let left = bigintOf(distance); left !== 0n && ahead.length > 0; left += isBack ? 1n : -1n) {
    behind.push(state);
    [state, isReached] = [ahead.pop() as S, true];
  }
  if (!isReached) return null;
  return [isBack ? { past: ahead, future: behind, group: null } : { past: behind, future: ahead, group: null }, state];
}

/** The history with an entry for a state; null if it stays as it is. */
function entered<S>(history: History<S>, state: S, group: unknown, limit: number): History<S> | null {
  if (group !== null && history.past.length > 0 && areSame(history.group, group)) {
    return history.future.length === 0 ? null : { past: history.past, future: [], group };
  }
  return { past: [...history.past, state].slice(-limit), future: [], group };
}

/** The state that an action moves to; null if it moves nowhere. */
export function movedState<S>(history: unknown, distance: Int, present: S): S | null {
  return moved(history as History<S>, distance, present)?.[1] ?? null;
}

/** The reducer of a history, which follows the one whose states it keeps. */
export function historyReducer<S, A>(
  trackedKey: string,
  stateKey: string,
  limit: number,
  roleOf: (action: A) => HistoryRole | null,
): Reducer<History<S>> {
  const change = (history: History<S>, role: HistoryRole, old: S, next: S): History<S> | null => {
    switch (role.kind) {
      case "move":
        return moved(history, role.distance, old)?.[0] ?? null;
      case "clear":
        return history.past.length + history.future.length === 0 ? null : EMPTY;
      case "enter":
        if (areSame(old, next)) return null;
        return entered(history, old, rule(role.place ?? "", role.group ?? (() => null)), limit);
    }
  };
  return {
    stateKey,
    initialState: EMPTY,
    reduce: () => UNCHANGED,
    follow: (history: History<S>, before: State, after: State, action: Action) =>
      outcome(() => {
        const role = roleOf(action as unknown as A);
        const next = role && change(history, role, before[trackedKey] as S, after[trackedKey] as S);
        return next === null ? UNCHANGED : { kind: "changed", state: next };
      }),
  };
}

const EMPTY: History<never> = { past: [], future: [], group: null };
