import { ActionError, type Failure, failureOf } from "./failure.js";
import type { RecordType } from "./types.js";

/** An event, to which reducers may respond with a new state. */
export interface Action {
  readonly type: string;
  readonly payload?: unknown;
}

/** The whole state of a store: sub-states by state key. It is never changed. */
export interface State {
  readonly [key: string]: unknown;
}

/** What a reducer made of an action. */
export type Outcome<S> =
  | { readonly kind: "unchanged" }
  | { readonly kind: "changed"; readonly state: S }
  | { readonly kind: "refused"; readonly error: ActionError };

/** A function from a state and an action to the next state, under its key in the store. */
export interface Reducer<S = unknown> {
  readonly stateKey: string;
  /** The state before any action. */
  readonly initialState: S;
  /** Returns what the action makes of the state. */
  reduce(state: S, store: State, action: Action): Outcome<S>;
  /** Returns what comes of an action, of the states before it and after the reducers that came first. */
  follow?(state: S, before: State, after: State, action: Action): Outcome<S>;
}

/** The reducer of generated rules, which return null where none of them counted. */
export function reducer<S extends object, T, A>(
  stateKey: string,
  initialState: S,
  type: RecordType,
  rules: (state: S, store: T, action: A) => S | null,
): Reducer<S> {
  return {
    stateKey,
    initialState,
    reduce: (state, store, action) =>
      outcome(() => {
        const next = rules(state, store as unknown as T, action as unknown as A);
        if (next === null) return UNCHANGED;
        const violation = type.violation(next, state);
        if (violation === null) return { kind: "changed", state: next };
        return { kind: "refused", error: new ActionError("constraint-violated", violation.message, violation.place) };
      }),
  };
}

export const UNCHANGED = { kind: "unchanged" } as const;

/** The outcome of a function, whose failure refuses the action. */
export function outcome<S>(body: () => Outcome<S>): Outcome<S> {
  let failure: Failure;
  try {
    return body();
  } catch (error) {
    failure = failureOf(error);
  }
  return { kind: "refused", error: failure.toActionError() };
}

/** Passes an action on to the next middleware, or to the reducers; returns the error if it was refused. */
export type Next = (action: Action) => ActionError | null;

/** What middleware can do with its store. */
export interface Dispatcher<S = State> {
  getState(): S;
  dispatch(action: Action): void;
}

/** A part of the way of each action to the reducers; unless it stops the action, it passes it to `next`. */
export type Middleware = (action: Action, store: Dispatcher, next: Next) => void;

/** An action that does something outside of the store, and dispatches what came of it. */
export interface AsyncAction extends Action {
  execute(store: Dispatcher): void;
}

export function isAsync(action: Action): action is AsyncAction {
  return typeof (action as Partial<AsyncAction>).execute === "function";
}

/** A middleware that executes asynchronous actions, and passes all others on. */
export const asyncMiddleware: Middleware = (action, store, next) => {
  if (isAsync(action)) action.execute(store);
  else next(action);
};

/** A check of what all reducers made of an action; the error that it returns refuses the action whole. */
export type Validation = (before: State, after: State, action: Action) => ActionError | null;

/** The state that an action leads to, and the keys of the sub-states that it changed. */
export interface Reduction {
  readonly state: State;
  readonly changedKeys: readonly string[];
}

/** The state that reducers make of an action, or the error if one of them, or a check, refuses it. */
export function reduction(
  reducers: readonly Reducer[],
  validations: readonly Validation[],
  before: State,
  action: Action,
): Reduction | ActionError {
  let after = before;
  const changedKeys: string[] = [];
  for (const reducer of reducers) {
    const key = reducer.stateKey;
    const result =
      reducer.follow === undefined
        ? reducer.reduce(before[key], before, action)
        : reducer.follow(before[key], before, after, action);
    if (result.kind === "refused") return result.error;
    if (result.kind === "changed") {
      after = { ...after, [key]: result.state };
      changedKeys.push(key);
    }
  }
  if (changedKeys.length > 0) {
    for (const validate of validations) {
      const error = validate(before, after, action);
      if (error !== null) return error;
    }
  }
  return { state: after, changedKeys };
}

/** A listener that was added to a store, and can be removed and added again. */
export interface Subscription {
  /** Adds the listener again, after all others; does nothing while it is added. */
  add(): void;
  /** Removes the listener, which is not called any more, not even in the present round. */
  remove(): void;
  /** Tells the listener of the current state, past its filter. */
  inform(): void;
}

/** The settings of a store. */
export interface StoreOptions {
  readonly middleware?: readonly Middleware[];
  readonly validations?: readonly Validation[];
  /** Sub-states, by state key, that are laid over the reducers' own initial states. */
  readonly initialState?: State | undefined;
  /** The longest chain of dispatches, each asked for by the one before; 64 if it is left out. */
  readonly maxDispatchDepth?: number;
  /** Returns the error with which an action is refused before anybody sees it. */
  readonly refusal?: (action: Action) => ActionError | null;
  /** Is told of a refusal where no error listener is; the console if it is left out. */
  readonly onUnheardError?: (error: ActionError) => void;
}

interface Entry<L> {
  readonly listener: L;
  isAdded: boolean;
}

interface StateListener {
  /** The state key that is listened to; null for the whole state. */
  readonly key: string | null;
  readonly filter: ((before: unknown, after: unknown) => boolean) | null;
  readonly update: (state: never) => void;
}

/** The dispatch that led to another one, with its own cause. */
class Cause {
  readonly depth: number;

  constructor(
    private readonly action: Action,
    readonly isTooDeep: boolean,
    private readonly parent: Cause | null,
  ) {
    this.depth = (parent?.depth ?? 0) + 1;
  }

  /** The names of the actions from the first to the last; the middle of a long chain is left out. */
  chain(last: Action): string {
    const names = [last.type];
    for (let cause: Cause | null = this; cause !== null; cause = cause.parent) names.unshift(cause.action.type);
    const shown =
      names.length <= 12 ? names : [...names.slice(0, 5), `… (${names.length - 10} more)`, ...names.slice(-5)];
    return shown.join(" → ");
  }
}

type Phase = "outside" | "middleware" | "reducer" | "listener";

/** An action in a session log, and the number of its runs of effects so far. */
export interface RecordedAction {
  readonly id: number;
  runs: number;
}

/** Notes what a store does. */
export interface StoreRecorder {
  /** Runs an action that was dispatched, which is recorded if it is one of the spec. */
  run(
    action: Action,
    isOutermost: boolean,
    run: (action: Action, recorded: RecordedAction | null) => ActionError | null,
  ): ActionError | null;
  refused(error: ActionError, recorded: RecordedAction | null): void;
  wasReset(state: State, keys: readonly string[]): void;
}

/** An action in progress. */
interface Frame {
  readonly action: Action;
  readonly cause: Cause | null;
  position: number;
  isTooDeep: boolean;
  refusal: ActionError | null;
  readonly recorded: RecordedAction | null;
}

declare const console: { error(message: string): void };

/**
 * A state that only actions change.
 *
 * One dispatch runs action listeners, middleware in order, the reducers in order, then the listeners in the
 * order in which they were added, and then what they dispatched. When `dispatch` returns, all of that is done,
 * except inside a listener.
 */
export class Store<S = State> implements Dispatcher<S> {
  protected state: State;
  protected readonly initialState: State;
  private readonly chain: readonly Middleware[];
  private readonly validations: readonly Validation[];
  private readonly refusalOf: (action: Action) => ActionError | null;
  private readonly onUnheardError: (error: ActionError) => void;
  private states: readonly Entry<StateListener>[] = [];
  private actions: readonly Entry<(action: Action) => void>[] = [];
  private errors: readonly Entry<(error: ActionError) => void>[] = [];
  private phase: Phase = "outside";
  private frame: Frame | null = null;
  private readonly requests: (() => void)[] = [];
  private isServing = false;

  maxDispatchDepth: number;
  /** Is called for every action that reached the reducers. */
  observer: ((action: Action, changedKeys: readonly string[], depth: number) => void) | null = null;
  /** The recorder of a session, if there is one. */
  recorder: StoreRecorder | null = null;
  /** Does the work of a reset, with all that listeners dispatch in response. */
  aroundReset: (work: () => void) => void = (work) => work();

  constructor(
    private readonly reducers: readonly Reducer[],
    options: StoreOptions = {},
  ) {
    const keys = reducers.map((reducer) => reducer.stateKey);
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) throw new Error(`two reducers have the state key '${twice}'`);
    this.chain = options.middleware ?? [];
    this.validations = options.validations ?? [];
    this.maxDispatchDepth = options.maxDispatchDepth ?? 64;
    this.refusalOf = options.refusal ?? (() => null);
    this.onUnheardError = options.onUnheardError ?? ((error) => console.error(String(error)));
    this.initialState = this.laidOver(options.initialState ?? {});
    this.state = this.initialState;
    this.dispatch = this.dispatch.bind(this);
    this.getState = this.getState.bind(this);
    this.subscribe = this.subscribe.bind(this);
  }

  private laidOver(given: State): State {
    const own = this.reducers.map((reducer) => [reducer.stateKey, reducer.initialState] as const);
    return { ...Object.fromEntries(own), ...given };
  }

  /** The current state: the same object as long as nothing changed. */
  getState(): S {
    if (this.phase === "reducer") throw new Error("a reducer called its store: a reducer only uses what it is given");
    return this.state as unknown as S;
  }

  /** Dispatches an action; a refusal goes to the error listeners. */
  dispatch(action: Action): void {
    this.perform(action);
  }

  /** Dispatches an action, and returns the error if it was refused. */
  perform(action: Action): ActionError | null {
    return this.entering(action, 0, true);
  }

  private entering(action: Action, position: number, isNew: boolean): ActionError | null {
    if (this.phase === "reducer") {
      throw new Error(
        `a reducer dispatched ${action.type}: a reducer only answers with a state, middleware and listeners dispatch`,
      );
    }
    const cause = this.presentCause();
    if (this.phase !== "listener") return this.run(action, position, isNew, cause);
    this.requests.push(() => void this.run(action, position, isNew, cause));
    return null;
  }

  private presentCause(): Cause | null {
    const { frame } = this;
    return frame === null ? null : new Cause(frame.action, frame.isTooDeep, frame.cause);
  }

  private run(action: Action, position: number, isNew: boolean, cause: Cause | null): ActionError | null {
    const { recorder } = this;
    if (!isNew || recorder === null) return this.runFrame(action, position, isNew, cause, null);
    return recorder.run(action, this.frame === null, (given, recorded) =>
      this.runFrame(given, position, isNew, cause, recorded),
    );
  }

  private runFrame(
    action: Action,
    position: number,
    isNew: boolean,
    cause: Cause | null,
    recorded: RecordedAction | null,
  ): ActionError | null {
    return this.inFrame(action, cause, recorded, () => {
      if (cause !== null && cause.depth >= this.maxDispatchDepth) {
        this.refuseForDepth(action, cause);
        return;
      }
      const tellsListeners = isNew && this.actions.length > 0;
      if ((position < this.chain.length || tellsListeners) && this.refuseAtOnce(action)) return;
      if (tellsListeners) this.tellActionListeners(action);
      this.phase = "middleware";
      this.step(action, position);
    });
  }

  private inFrame(
    action: Action,
    cause: Cause | null,
    recorded: RecordedAction | null,
    body: () => void,
  ): ActionError | null {
    const inner: Frame = { action, cause, position: -1, isTooDeep: false, refusal: null, recorded };
    const outer = this.frame;
    const outerPhase = this.phase;
    this.frame = inner;
    let isDone = false;
    try {
      body();
      this.serveRequests();
      isDone = true;
    } finally {
      this.frame = outer;
      this.phase = outerPhase;
      // Code of the app has failed: what waits must not run as a part of another action.
      if (!isDone && outer === null) this.requests.length = 0;
    }
    return inner.refusal;
  }

  private step(action: Action, position: number): void {
    const middleware = this.chain[position];
    const { frame } = this;
    if (middleware === undefined || frame === null) {
      this.reduce(action);
      this.serveRequests();
      return;
    }
    const outer = frame.position;
    frame.position = position;
    try {
      middleware(action, this as unknown as Dispatcher, (next) => this.handOn(next, position));
    } finally {
      frame.position = outer;
    }
  }

  private handOn(action: Action, position: number): ActionError | null {
    const { frame } = this;
    if (this.phase !== "middleware" || frame === null || frame.position !== position) {
      return this.entering(action, position + 1, false);
    }
    const earlier = frame.refusal;
    frame.refusal = null;
    if (position + 1 < this.chain.length && this.refuseAtOnce(action)) this.serveRequests();
    else this.step(action, position + 1);
    const { refusal } = frame as Frame;
    if (earlier !== null) frame.refusal = earlier;
    return refusal;
  }

  private serveRequests(): void {
    if (this.isServing || this.requests.length === 0) return;
    this.isServing = true;
    try {
      for (let request = this.requests.shift(); request !== undefined; request = this.requests.shift()) request();
    } finally {
      this.isServing = false;
    }
  }

  // Refusals

  private refuseAtOnce(action: Action): boolean {
    const error = this.refusalOf(action);
    if (error !== null) this.refuse(error, true);
    return error !== null;
  }

  private refuseForDepth(action: Action, cause: Cause): void {
    if (this.frame !== null) this.frame.isTooDeep = true;
    const message =
      `a chain of more than ${this.maxDispatchDepth} dispatches, each asked for by the one before: ` +
      cause.chain(action);
    // An error listener that dispatches in response would otherwise go on for ever.
    this.refuse(new ActionError("dispatch-depth-exceeded", message), !cause.isTooDeep);
  }

  private refuse(error: ActionError, tellsListeners: boolean): void {
    if (this.frame !== null) {
      this.frame.refusal ??= error;
      this.recorder?.refused(error, this.frame.recorded);
    }
    if (tellsListeners) this.tellErrorListeners(error);
  }

  /** Tells the error listeners of an error that refuses no action. */
  report(error: ActionError): void {
    this.tellErrorListeners(error);
    if (this.frame === null) this.serveRequests();
  }

  private tellErrorListeners(error: ActionError): void {
    const round = this.errors;
    if (round.length === 0) {
      this.onUnheardError(error);
      return;
    }
    this.asListener(() => {
      for (const entry of round) if (entry.isAdded) entry.listener(error);
    });
  }

  private tellActionListeners(action: Action): void {
    const round = this.actions;
    this.asListener(() => {
      for (const entry of round) if (entry.isAdded) entry.listener(action);
    });
  }

  protected asListener(body: () => void): void {
    const outer = this.phase;
    this.phase = "listener";
    try {
      body();
    } finally {
      this.phase = outer;
    }
  }

  // Reducers

  private reduce(action: Action): void {
    const before = this.state;
    const refusal = this.refusalOf(action);
    let result: Reduction | ActionError | null = refusal;
    this.phase = "reducer";
    try {
      result ??= this.reduced(action, before);
    } finally {
      this.phase = "middleware";
    }
    const round = this.states;
    const changedKeys = result instanceof ActionError ? [] : result.changedKeys;
    if (!(result instanceof ActionError)) this.state = result.state;
    if (refusal === null) this.observer?.(action, changedKeys, this.frame?.cause?.depth ?? 0);
    if (result instanceof ActionError) this.refuse(result, true);
    if (changedKeys.length > 0) this.tell(round, before, this.state, changedKeys);
    this.phase = "middleware";
  }

  /** The state that reducers make of an action, or the error if one of them refuses it. */
  protected reduced(action: Action, before: State): Reduction | ActionError {
    return reduction(this.reducers, this.validations, before, action);
  }

  // Listeners

  /** Tells the listeners of a round whose key changed, in order. */
  private tell(
    round: readonly Entry<StateListener>[],
    before: State,
    after: State,
    changed: readonly string[],
  ): void {
    this.asListener(() => {
      for (const entry of round) {
        const { key, filter, update } = entry.listener;
        if (!entry.isAdded || (key !== null && !changed.includes(key))) continue;
        const [old, value] = key === null ? [before, after] : [before[key], after[key]];
        if (filter === null || filter(old, value)) update(value as never);
      }
    });
  }

  private added<L>(
    listener: L,
    change: (replace: (entries: readonly Entry<L>[]) => readonly Entry<L>[]) => void,
    inform: (listener: L) => void,
  ): Subscription {
    let entry: Entry<L> | null = null;
    const subscription: Subscription = {
      add: () => {
        if (entry !== null) return;
        const added = { listener, isAdded: true };
        entry = added;
        change((entries) => [...entries, added]);
      },
      remove: () => {
        const removed = entry;
        if (removed === null) return;
        removed.isAdded = false;
        entry = null;
        change((entries) => entries.filter((other) => other !== removed));
      },
      inform: () => {
        if (entry !== null) inform(listener);
      },
    };
    subscription.add();
    return subscription;
  }

  private listening(listener: StateListener): Subscription {
    return this.added(
      listener,
      (replace) => {
        this.states = replace(this.states);
      },
      ({ key, update }) => {
        const value = key === null ? this.state : this.state[key];
        this.asListener(() => update(value as never));
        if (this.frame === null) this.serveRequests();
      },
    );
  }

  /** Adds a listener that is called when any key changed; returns what removes it, as Redux and React need it. */
  subscribe(listener: () => void): () => void {
    const subscription = this.listening({ key: null, filter: null, update: () => listener() });
    return () => subscription.remove();
  }

  /** Adds a listener to the whole state. */
  addListener(update: (state: S) => void, filter?: (before: S, after: S) => boolean): Subscription {
    return this.listening({
      key: null,
      filter: (filter as StateListener["filter"] | undefined) ?? null,
      update: update as StateListener["update"],
    });
  }

  /** Adds a listener to the sub-state under a key. */
  addKeyListener<K extends keyof S & string>(
    key: K,
    update: (state: S[K]) => void,
    filter?: (before: S[K], after: S[K]) => boolean,
  ): Subscription {
    return this.listening({
      key,
      filter: (filter as StateListener["filter"] | undefined) ?? null,
      update: update as StateListener["update"],
    });
  }

  /** Adds a listener to what a function makes of the state, told when that is another value. */
  addSelectorListener<T>(
    select: (state: S) => T,
    update: (value: T) => void,
    areAlike: (before: T, after: T) => boolean = Object.is,
  ): Subscription {
    const differs = (before: S, after: S): boolean => !areAlike(select(before), select(after));
    return this.addListener((state) => update(select(state)), differs);
  }

  /** Adds a listener that is told of every dispatched action, before any middleware. */
  addActionListener(listener: (action: Action) => void): Subscription {
    return this.added(
      listener,
      (replace) => {
        this.actions = replace(this.actions);
      },
      () => undefined,
    );
  }

  /** Adds a listener that is told of every refused action. */
  addErrorListener(listener: (error: ActionError) => void): Subscription {
    return this.added(
      listener,
      (replace) => {
        this.errors = replace(this.errors);
      },
      () => undefined,
    );
  }

  /** The action that is in progress, if it is recorded; null outside of all actions. */
  get recorded(): RecordedAction | null {
    return this.frame?.recorded ?? null;
  }

  /** True while no action is in progress. */
  get isAtRest(): boolean {
    return this.frame === null && this.phase === "outside";
  }

  // Resets

  /** Goes back to the state at creation, or lays sub-states over the present ones. */
  reset(states?: Partial<S>): void {
    const given = states as State | undefined;
    if (this.phase === "reducer") throw new Error("a reducer reset its store: a reducer only answers with a state");
    const cause = this.presentCause();
    const run = (): void => this.runReset(given, cause);
    if (this.phase === "listener") this.requests.push(run);
    else run();
  }

  private runReset(given: State | undefined, cause: Cause | null): void {
    const action = { type: "reset" };
    this.aroundReset(() => {
      this.inFrame(action, cause, null, () => {
        if (cause !== null && cause.depth >= this.maxDispatchDepth) {
          this.refuseForDepth(action, cause);
          return;
        }
        const before = this.state;
        const round = this.states;
        const keys = Object.keys(given ?? this.initialState);
        this.replace(given === undefined ? this.initialState : { ...before, ...given });
        this.recorder?.wasReset(this.state, keys);
        this.tell(round, before, this.state, keys);
      });
    });
  }

  protected replace(state: State): void {
    this.state = state;
  }

  /** Calls a function, and then does what listeners asked for in it. */
  whileStill(body: () => void): void {
    body();
    if (this.frame === null) this.serveRequests();
  }

  /** Calls a function, in a round of listeners after what was dispatched in it before. */
  afterRound(work: () => void): void {
    if (this.phase === "listener") this.requests.push(work);
    else work();
  }
}
