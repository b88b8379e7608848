import { ActionError } from "./failure.js";
import { actionType, type SpecDefinition } from "./spec.js";
import type { SpecRuntime, SpecStoreOptions } from "./specRuntime.js";
import {
  type Action,
  isAsync,
  type Reducer,
  type Reduction,
  reduction,
  type State,
  Store,
} from "./store.js";

/**
 * A reducer of a spec for a Redux store: the state stays as it is where the action is refused.
 *
 * It reads only its own state. A reducer that reads others, or a spec with invariants, stands in
 * `reduxRootReducer`.
 */
export function reduxReducer<S>(
  reducer: Reducer<S>,
  onRefused: (error: ActionError) => void = () => undefined,
): ReduxReducer<S> {
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
): ReduxReducer<S> {
  const initial: State = Object.fromEntries(spec.reducers.map((one) => [one.stateKey, one.initialState]));
  return (state = initial as unknown as S, action) => {
    const before = state as unknown as State;
    const result = reduction(spec.reducers, spec.validations ?? [], before, action);
    if (!(result instanceof ActionError)) return result.state as unknown as S;
    onRefused(result);
    return state;
  };
}

export type ReduxReducer<S> = (state: S | undefined, action: Action) => S;

/** A middleware of Redux. */
export type ReduxMiddleware<Root> = (
  store: ReduxApi<Root>,
) => (next: (action: unknown) => unknown) => (action: unknown) => unknown;

/** The part of a Redux store that its middleware is given. */
export interface ReduxApi<Root> {
  getState(): Root;
  dispatch(action: Action): unknown;
}

/** The settings of a spec in a Redux store. */
export interface ReduxOptions<S, Root> extends SpecStoreOptions<S> {
  /** Returns the state of the spec in that of the Redux store; it is the whole state if it is left out. */
  readonly select?: (root: Root) => S;
}

/** The action with which the spec's state is replaced. */
const REPLACE = "@@suas/REPLACE";

/**
 * A whole spec in a Redux store, which has its state: a reducer, and a middleware that runs the spec's own
 * middleware, its listeners and its effects.
 *
 * ```
 * const spec = new ReduxSpec<AppState>(new SpecRuntime(appSpec));
 * const store = createStore(spec.reducer, applyMiddleware(spec.middleware));
 * spec.start();
 * ```
 */
export class ReduxSpec<S, Root = S> extends Store<S> {
  private api: ReduxApi<Root> | null = null;
  private next: ((action: unknown) => unknown) | null = null;
  private refusal: ActionError | null = null;
  private readonly select: (root: Root) => S;

  constructor(
    private readonly runtime: SpecRuntime,
    private readonly settings: ReduxOptions<S, Root> = {},
  ) {
    super(runtime.spec.reducers, runtime.storeOptions(settings));
    this.select = settings.select ?? ((root) => root as unknown as S);
  }

  /** The reducer of the spec's state. */
  readonly reducer: ReduxReducer<S> = (state = this.initialState as unknown as S, action) => {
    if (action.type === REPLACE) return action.payload as S;
    const before = state as unknown as State;
    const result = super.reduced(action, before);
    if (!(result instanceof ActionError)) return result.state as unknown as S;
    this.refusal = result;
    return state;
  };

  /** Takes the actions of the spec, and passes all others on. */
  readonly middleware: ReduxMiddleware<Root> = (api) => (next) => {
    this.api = api;
    this.next = next;
    return (action) => {
      if (!this.isOfSpec(action)) return next(action);
      // Tools may have gone to another state meanwhile.
      if (this.isAtRest) this.state = this.present;
      this.perform(action);
      return action;
    };
  };

  /** Adds the spec's listeners, once the Redux store is made, and runs its first steps. */
  start(): void {
    this.runtime.attach(this, this.settings);
  }

  private isOfSpec(action: unknown): action is Action {
    if (typeof action !== "object" || action === null) return false;
    return isAsync(action as Action) || actionType(this.runtime.spec, action as Action) !== undefined;
  }

  private get redux(): ReduxApi<Root> {
    if (this.api === null) throw new Error("the Redux store is made first, with the spec's reducer and middleware");
    return this.api;
  }

  private get present(): State {
    return this.getState() as unknown as State;
  }

  override getState(): S {
    return this.select(this.redux.getState());
  }

  /** Dispatches an action to the Redux store, through all of its middleware. */
  override dispatch(action: Action): void {
    this.redux.dispatch(action);
  }

  protected override reduced(action: Action): Reduction | ActionError {
    const before = this.present;
    this.refusal = null;
    this.passOn(action);
    const state = this.present;
    return this.refusal ?? { state, changedKeys: Object.keys(state).filter((key) => state[key] !== before[key]) };
  }

  protected override replace(state: State): void {
    this.passOn({ type: REPLACE, payload: state });
    super.replace(state);
  }

  /** What listeners of the Redux store dispatch in answer is done after those of the spec have been told. */
  private passOn(action: Action): void {
    this.asListener(() => void this.next?.(action));
  }
}
