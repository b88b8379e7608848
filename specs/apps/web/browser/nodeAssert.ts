/** Stands for `node:assert/strict` in a browser. */
export default {
  deepEqual(actual: unknown, expected: unknown): void {
    if (!areEqual(actual, expected)) {
      throw new Error(`${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
    }
  },
};

function areEqual(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return Object.is(left, right);
  }
  if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every(
      (name) =>
        Object.hasOwn(right, name) &&
        areEqual(left[name as keyof typeof left], right[name as keyof typeof right]),
    )
  );
}
