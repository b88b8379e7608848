// Redux's contract (redux.js.org/api): createStore, applyMiddleware and combineReducers, as far as they are used.
// Nothing of npm can be had where the tests run.

export interface ReduxAction {
  readonly type: string;
}

export type AnyReducer<S> = (state: S | undefined, action: never) => S;

interface Api<S> {
  getState(): S;
  dispatch(action: unknown): unknown;
}

export interface ReduxStore<S> extends Api<S> {
  subscribe(listener: () => void): () => void;
}

type Middleware<S> = (api: Api<S>) => (next: (action: unknown) => unknown) => (action: unknown) => unknown;

/** Makes a store; an action is a plain object with a type, and a reducer calls nothing of the store. */
export function createStore<S>(reducer: AnyReducer<S>, ...middleware: readonly Middleware<S>[]): ReduxStore<S> {
  let isReducing = false;
  let listeners: (() => void)[] = [];
  const reduce = (state: S | undefined, action: unknown): S => {
    isReducing = true;
    try {
      return reducer(state, action as never);
    } finally {
      isReducing = false;
    }
  };
  let state = reduce(undefined, { type: "@@redux/INIT0" });
  const getState = (): S => {
    if (isReducing) throw new Error("You may not call store.getState() while the reducer is executing.");
    return state;
  };
  const base = (action: unknown): unknown => {
    if (Object.getPrototypeOf(action) !== Object.prototype) throw new Error("Actions must be plain objects.");
    if (typeof (action as ReduxAction).type !== "string") throw new Error('Actions may not have an undefined "type".');
    if (isReducing) throw new Error("Reducers may not dispatch actions.");
    state = reduce(state, action);
    for (const listener of listeners.slice()) listener();
    return action;
  };
  let dispatch = (_action: unknown): unknown => {
    throw new Error("Dispatching while constructing your middleware is not allowed.");
  };
  const api = { getState, dispatch: (action: unknown) => dispatch(action) };
  const chain = middleware.map((one) => one(api));
  dispatch = chain.reduceRight((next, one) => one(next), base);
  return {
    ...api,
    subscribe: (listener) => {
      listeners = [...listeners, listener];
      return () => {
        listeners = listeners.filter((other) => other !== listener);
      };
    },
  };
}

/** A reducer of which each reducer has a part of the state. */
export function combineReducers<S extends object>(reducers: { [K in keyof S]: AnyReducer<S[K]> }): AnyReducer<S> {
  const keys = Object.keys(reducers) as (keyof S)[];
  return (state, action) => {
    const parts = keys.map((key) => [key, reducers[key](state?.[key], action)] as const);
    const isSame = state !== undefined && parts.every(([key, part]) => state[key] === part);
    return isSame ? state : (Object.fromEntries(parts) as unknown as S);
  };
}
