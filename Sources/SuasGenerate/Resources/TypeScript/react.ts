import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { areSame } from "./equality.js";
import type { Store } from "./store.js";

/** The whole state of a store: the same object as long as nothing changed. */
export function useStoreState<S>(store: Store<S>): S {
  return useSyncExternalStore(store.subscribe, store.getState, store.getState);
}

/**
 * The value that a function, such as a selector of the spec, makes from the state of a store. The component is
 * rendered again when it is another one, and is given the same object as long as it is not.
 *
 * @param areAlike Compares two values; as the spec does if it is left out.
 */
export function useSelector<S, T>(
  store: Store<S>,
  select: (state: S) => T,
  areAlike: (before: T, after: T) => boolean = areSame,
): T {
  const last = useRef<{ readonly value: T } | null>(null);
  // A function that is another one at each rendering still gives the object that was shown last.
  const getSnapshot = useMemo(
    () => snapshots(store, select, areAlike, () => last.current),
    [store, select, areAlike],
  );
  const value = useSyncExternalStore(store.subscribe, getSnapshot, getSnapshot);
  useEffect(() => {
    last.current = { value };
  }, [value]);
  return value;
}

function snapshots<S, T>(
  store: Store<S>,
  select: (state: S) => T,
  areAlike: (before: T, after: T) => boolean,
  last: () => { readonly value: T } | null,
): () => T {
  let present: { readonly state: S; readonly value: T } | null = null;
  return () => {
    const state = store.getState();
    if (present !== null && present.state === state) return present.value;
    const before = present ?? last();
    const value = select(state);
    present = { state, value: before !== null && areAlike(before.value, value) ? before.value : value };
    return present.value;
  };
}
