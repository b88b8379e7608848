import { ActionError, failureOf, rule } from "./failure.js";
import type { Int } from "./int.js";
import type { EffectRunner } from "./effectRunner.js";
import type { EffectDefinition, EffectError, Response } from "./effects.js";
import type { SpecRuntime } from "./specRuntime.js";
import type { Action, Reducer, State, Store, Validation } from "./store.js";
import type { Duration, Timestamp } from "./time.js";
import type { ActionType, FieldType, RecordType } from "./types.js";
import { RecordValue, type Optional } from "./values.js";

/** The clock and the ids that expressions outside of reducers read. */
export interface AppRuntime {
  /** The current time. */
  readonly now: Timestamp;
  /** A new random id. */
  uuid(): string;
}

/** What middleware and effects read: the store, the action, the outcome of the effect. */
export interface Scope<S, A> extends AppRuntime {
  readonly state: S;
  readonly action: A;
  /** The payload of the action as a value whose type is known only at run time. */
  readonly payload: unknown;
  /** The answer to the effect. */
  readonly response: Response;
  /** The failure of the effect, or the refusal of the action. */
  readonly error: EffectError;
}

/** The change of what a listener listens to. */
export interface Change<E> extends AppRuntime {
  /** The value before the change; of a selector, null if it had none. */
  readonly old: E;
  /** The value after the change. */
  readonly new: E;
}

/** A step of a listener, of middleware, or after an outcome, which reads a scope or a change. */
export type SpecStep<C> =
  | {
      readonly kind: "dispatch";
      readonly place: string;
      readonly condition?: (scope: C) => boolean;
      readonly make: (scope: C) => Action;
    }
  | {
      /** Ends effects without an outcome: those with a key, or all of the name. */
      readonly kind: "cancel";
      readonly place: string;
      readonly effect: string;
      readonly condition?: (scope: C) => boolean;
      readonly key?: (scope: C) => unknown;
    }
  | {
      /** Hands the action of a middleware on. */
      readonly kind: "next";
      readonly place: string;
      readonly condition?: (scope: C) => boolean;
      readonly onRefused?: readonly SpecStep<C>[];
    }
  | {
      /** Hands another action on in place of that of a middleware. */
      readonly kind: "replace";
      readonly place: string;
      readonly condition?: (scope: C) => boolean;
      readonly onRefused?: readonly SpecStep<C>[];
      readonly make: (scope: C) => Action;
    };

/** The work of a step, with every value evaluated. */
export type Reaction =
  | { readonly kind: "dispatch"; readonly action: Action }
  | { readonly kind: "cancel"; readonly effect: string; readonly key: unknown };

/** Evaluates a step; an error is placed at it. Returns null if its condition does not hold. */
export function evaluated<C>(step: SpecStep<C>, scope: C): Reaction | null {
  return rule(step.place, () => {
    if (step.condition?.(scope) === false) return null;
    if (step.kind === "dispatch") return { kind: "dispatch", action: step.make(scope) };
    if (step.kind !== "cancel") return null;
    return { kind: "cancel", effect: step.effect, key: step.key?.(scope) ?? null };
  });
}

/** A middleware that a spec declares. */
export interface MiddlewareDefinition<S, A> {
  readonly name: string;
  /** The names of the actions that it acts on; all if they are left out. */
  readonly actions?: readonly string[];
  readonly conditionPlace?: string;
  readonly condition?: (scope: Scope<S, A>) => boolean;
  readonly steps: readonly SpecStep<Scope<S, A>>[];
}

/** A middleware that a spec declares, whatever its actions are. */
export function middleware<S, A>(definition: MiddlewareDefinition<S, A>): MiddlewareDefinition<never, never> {
  return definition as unknown as MiddlewareDefinition<never, never>;
}

/** The middleware that a spec names: built in, or declared. */
export type NamedMiddleware = "logger" | "async" | "monitor" | MiddlewareDefinition<never, never>;

/** A listener that a spec declares. */
export interface ListenerDefinition<S, E> {
  readonly name: string;
  /** The state key that it listens to; none for the whole store, and for a selector. */
  readonly stateKey?: string;
  readonly selector?: { readonly place: string; readonly select: (state: S) => Optional<E> };
  /** The type of the value that it is told of. */
  readonly type: FieldType;
  readonly isForChanges?: boolean;
  readonly filterPlace?: string;
  /** The filter, on what a listener without a selector listens to. */
  readonly filter?: (change: Change<E>) => boolean;
  /** The filter of a listener with a selector, on whole states. */
  readonly stateFilter?: (change: Change<S>) => boolean;
  readonly reactions?: readonly SpecStep<Change<E>>[];
}

/** A listener that a spec declares, whatever it listens to. */
export function listener<S, E>(definition: ListenerDefinition<S, E>): ListenerDefinition<never, never> {
  return definition as unknown as ListenerDefinition<never, never>;
}

/** A promise about the state and the numbers of effects under way, which is kept once a dispatch is done. */
export type RestPromise = (state: State, counts: (effect: string) => Int) => ActionError | null;

/** A promise about the state at rest, in the types of the spec. */
export function restPromise<S>(
  name: string,
  place: string,
  holds: (state: S, counts: (effect: string) => Int) => boolean,
): RestPromise {
  return (state, counts) => {
    const error = condition(name, "promise at rest", place, () => holds(state as unknown as S, counts));
    return error && new ActionError("at-rest-violated", error.message, place);
  };
}

/** A condition on the state that holds after every action. */
export function invariant<S>(name: string, place: string, holds: (state: S) => boolean): Validation {
  return (_before, after) => condition(name, "invariant", place, () => holds(after as unknown as S));
}

/** A condition on the states before and after some actions; on all of the spec if none are named. */
export function transition<S, A>(
  name: string,
  place: string,
  actions: readonly string[],
  holds: (before: S, after: S, action: A) => boolean,
): Validation {
  return (before, after, action) => {
    if (!actions.includes(action.type)) return null;
    return condition(name, "transition", place, () =>
      holds(before as unknown as S, after as unknown as S, action as unknown as A),
    );
  };
}

function condition(name: string, kind: string, place: string, holds: () => boolean): ActionError | null {
  let reason = "does not hold";
  try {
    if (holds()) return null;
  } catch (error) {
    const failure = failureOf(error);
    reason = `meets the error ${failure.code}: ${failure.message}`;
  }
  return new ActionError(`${kind}-violated`, `${kind} '${name}' ${reason}`, place);
}

/** A sub-state that could not be restored, and is initial. */
export interface SavedLoss {
  readonly stateKey: string;
  /**
   * `unreadable`, `other-spec`, `too-old`, `too-new`, `type-mismatch`, `overflow`, `constraint-violated`,
   * `invariant-violated`, or the code with which a migration was refused.
   */
  readonly code: string;
  readonly message: string;
  /** The place in the store, or that of the rule that refused a migration. */
  readonly place: string;
}

/** The result of restoring a text: the state to begin with, and the losses. */
export interface Restoration<S = State> {
  /** The version that was read; 0 if there was no text, or one that says none. */
  readonly version: number;
  /** The sub-states that were lost, in the order of the reducers. */
  readonly lost: readonly SavedLoss[];
  readonly state: S;
}

/** The saved part of the state of a spec. */
export interface SavedForm {
  /** The version of what is saved. */
  readonly version: number;
  /** The quiet after which a changed state is saved. */
  readonly delay: Duration;
  /** The text of a state, as one line of JSON; the time is left out if it is null. */
  text(state: State, at: Timestamp | null): string;
  /** Restores a state from a text; null if nothing was saved. */
  restore(spec: SpecDefinition, text: string | null): Restoration;
  /** Runs the steps of a new store. */
  react(runtime: SpecRuntime, store: Store<never>, restoration?: Restoration<unknown>): void;
}

/** The parts of a spec as generated code declares them. */
export interface SpecDefinition {
  /** The digest of the spec. */
  readonly digest: string;
  /** The name of the spec, for its session logs. */
  readonly name?: string;
  /** The reducers, in the order of their declaration. */
  readonly reducers: readonly Reducer[];
  /** The type of the whole state, whose fields are the sub-states. */
  readonly state: RecordType;
  /** The actions and effects. */
  readonly actions: readonly ActionType[];
  /** The invariants and transitions. */
  readonly validations?: readonly Validation[];
  /** The promises about what is at rest. */
  readonly atRest?: readonly RestPromise[];
  readonly middleware?: readonly NamedMiddleware[];
  readonly listeners?: readonly ListenerDefinition<never, never>[];
  readonly effects?: readonly EffectDefinition<never, never>[];
  /** Makes what starts the effects, and follows them to their end. */
  readonly effectRunner?: (runtime: SpecRuntime) => EffectRunner;
  /** The saved part of the state, if any. */
  readonly saved?: SavedForm;
}

/** The type of an action of a spec; undefined for another action. */
export function actionType(spec: SpecDefinition, action: Action): ActionType | undefined {
  for (const type of spec.actions) if (type.actionName === action.type) return type;
  return undefined;
}

/** The payload of an action as a value whose type is known only at run time. */
export function boxedPayload(spec: SpecDefinition, action: Action): unknown {
  const type = actionType(spec, action);
  return type === undefined ? null : new RecordValue(type, (action.payload as object | undefined) ?? {});
}

