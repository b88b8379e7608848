// What is used of React 18 and 19, as its types declare it. React itself can not be had where the tests run.
declare module "react" {
  export function useSyncExternalStore<Snapshot>(
    subscribe: (onStoreChange: () => void) => () => void,
    getSnapshot: () => Snapshot,
    getServerSnapshot?: () => Snapshot,
  ): Snapshot;
  export function useMemo<T>(factory: () => T, deps: readonly unknown[] | undefined): T;
  export function useRef<T>(initialValue: T): { current: T };
  export function useEffect(effect: () => void | (() => void), deps?: readonly unknown[]): void;
}
