// Stands in for React, which can not be had where the tests run: hooks of one component, by React's rules for them.

interface Component {
  readonly hooks: unknown[];
  index: number;
  effects: (() => void)[];
  rerender: () => void;
}

let current: Component | null = null;

function hook<T>(make: () => T): T {
  if (current === null) throw new Error("Invalid hook call.");
  const { hooks, index } = current;
  current.index += 1;
  if (index === hooks.length) hooks.push(make());
  return hooks[index] as T;
}

function differ(before: readonly unknown[] | undefined, after: readonly unknown[] | undefined): boolean {
  return before === undefined || after === undefined || after.some((value, index) => !Object.is(value, before[index]));
}

export function useRef<T>(initialValue: T): { current: T } {
  return hook(() => ({ current: initialValue }));
}

export function useMemo<T>(factory: () => T, deps: readonly unknown[] | undefined): T {
  const memo = useRef<{ readonly value: T; readonly deps: readonly unknown[] | undefined } | null>(null);
  if (memo.current === null || differ(memo.current.deps, deps)) memo.current = { value: factory(), deps };
  return memo.current.value;
}

export function useEffect(effect: () => void | (() => void), deps?: readonly unknown[]): void {
  const last = useRef<{ readonly deps: readonly unknown[] | undefined; readonly end: void | (() => void) } | null>(null);
  if (last.current !== null && !differ(last.current.deps, deps)) return;
  current?.effects.push(() => {
    last.current?.end?.();
    last.current = { deps, end: effect() };
  });
}

export function useSyncExternalStore<T>(subscribe: (onChange: () => void) => () => void, getSnapshot: () => T): T {
  const component = current as Component;
  const value = getSnapshot();
  if (!Object.is(value, getSnapshot())) throw new Error("The result of getSnapshot should be cached.");
  const shown = useRef({ value, getSnapshot });
  useEffect(() => {
    shown.current = { value, getSnapshot };
    if (!Object.is(getSnapshot(), value)) component.rerender();
  });
  useEffect(
    () =>
      subscribe(() => {
        if (!Object.is(shown.current.getSnapshot(), shown.current.value)) component.rerender();
      }),
    [subscribe],
  );
  return value;
}

/** Renders a component whenever its state changes; returns what it rendered so far. */
export function mount<T>(render: () => T): { readonly rendered: readonly T[]; readonly rerender: () => void } {
  const rendered: T[] = [];
  const component: Component = { hooks: [], index: 0, effects: [], rerender: () => undefined };
  component.rerender = () => {
    if (rendered.length > 100) throw new Error("Maximum update depth exceeded.");
    component.index = 0;
    component.effects = [];
    current = component;
    try {
      rendered.push(render());
    } finally {
      current = null;
    }
    for (const effect of component.effects.slice()) effect();
  };
  component.rerender();
  return { rendered, rerender: component.rerender };
}
