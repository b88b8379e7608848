import type { ActionError } from "./failure.js";
import type { SpecDefinition } from "./spec.js";
import type { Action, Reducer, State } from "./store.js";

/**
 * A reducer of a spec for a Redux store: the state stays as it is where the action is refused.
 *
 * It reads only its own state. A reducer that reads others, or a spec with invariants, stands in
 * `reduxRootReducer`.
 */
export function reduxReducer<S>(
  reducer: Reducer<S>,
  onRefused: (error: ActionError) => void = () => undefined,
): (state: S | undefined, action: Action) => S {
  return (state = reducer.initialState, action) => {
    const outcome = reducer.reduce(state, { [reducer.stateKey]: state }, action);
    if (outcome.kind === "refused") onRefused(outcome.error);
    return outcome.kind === "changed" ? outcome.state : state;
  };
}

/** All reducers of a spec, with its conditions, as the root reducer of a Redux store. */
export function reduxRootReducer<S>(
  spec: SpecDefinition,
  onRefused: (error: ActionError) => void = () => undefined,
): (state: S | undefined, action: Action) => S {
  const { reducers } = spec;
  const initial: State = Object.fromEntries(reducers.map((one) => [one.stateKey, one.initialState]));
  return (given, action) => {
    const before = (given as unknown as State | undefined) ?? initial;
    let after = before;
    for (const { stateKey, reduce, follow } of reducers) {
      const state = before[stateKey];
      const outcome = follow?.(state, before, after, action) ?? reduce(state, before, action);
      if (outcome.kind === "refused") {
        onRefused(outcome.error);
        return before as unknown as S;
      }
      if (outcome.kind === "changed") after = { ...after, [stateKey]: outcome.state };
    }
    if (after !== before) {
      for (const validate of spec.validations ?? []) {
        const error = validate(before, after, action);
        if (error !== null) {
          onRefused(error);
          return before as unknown as S;
        }
      }
    }
    return after as unknown as S;
  };
}
