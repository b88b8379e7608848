/** The change of the list by one action of the workload. */
export type Step =
  | { readonly kind: "toggle"; readonly index: number }
  | { readonly kind: "append"; readonly title: number }
  | { readonly kind: "remove"; readonly index: number }
  | { readonly kind: "move"; readonly from: number; readonly to: number };

/** The titles that are appended. */
export const titles: readonly string[] = Array.from({ length: 64 }, (_, index) => `Appended todo number ${index}`);

/** The items of the first state. */
export function items(count: number): { readonly title: string; readonly isCompleted: boolean }[] {
  return Array.from({ length: count }, (_, index) => ({ title: `Todo item number ${index}`, isCompleted: false }));
}

/**
 * The steps of the workload on a list of so many items: 40 % toggle, 20 % append, 20 % remove and 20 % move, at random
 * indices; the length stays between 0.5 and 1.5 times the first one.
 */
export function trace(count: number, dispatches: number): readonly Step[] {
  // Marsaglia's xorshift generator with 32 bits and its original seed.
  let random = 2_463_534_242;
  const next = (bound: number): number => {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    return (random >>> 0) % bound;
  };
  const [least, most] = [count >> 1, count + (count >> 1)];
  let length = count;
  return Array.from({ length: dispatches }, (): Step => {
    let percent = next(100);
    if (percent >= 40 && percent < 60 && length >= most) percent = 60;
    else if (percent >= 60 && percent < 80 && length <= least) percent = 40;
    if (percent < 40) return { kind: "toggle", index: next(length) };
    if (percent < 60) {
      length += 1;
      return { kind: "append", title: next(titles.length) };
    }
    if (percent < 80) {
      const index = next(length);
      length -= 1;
      return { kind: "remove", index };
    }
    const from = next(length);
    return { kind: "move", from, to: next(length) };
  });
}

/** A checksum of a list of items: 32-bit FNV-1a over titles and marks, and the length. */
export function checksum(todos: readonly { readonly title: string; readonly isCompleted: boolean }[]): string {
  let hash = 2_166_136_261;
  const mix = (value: number): void => {
    hash = Math.imul(hash ^ value, 16_777_619) >>> 0;
  };
  for (const { title, isCompleted } of todos) {
    for (let index = 0; index < title.length; index += 1) mix(title.charCodeAt(index));
    mix(isCompleted ? 1 : 0);
  }
  return `${hash}:${todos.length}`;
}
