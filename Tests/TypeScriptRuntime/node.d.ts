// Stands in for the types of Node, which are no part of Debian's packages.
declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): void;
}
declare module "node:assert/strict" {
  const assert: {
    deepEqual(found: unknown, expected: unknown): void;
    equal(found: unknown, expected: unknown): void;
    throws(body: () => unknown, error: RegExp | ((error: unknown) => boolean)): void;
  };
  export default assert;
}
