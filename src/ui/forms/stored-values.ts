import type { z } from 'zod';

// Forms use an empty string for null.
type Stored<Value> = Value extends string ? Value | null : Value;

/** A form's initial values: the stored value of each field, with null as an empty string. */
export function storedValues<F extends z.ZodObject>(
  form: F,
  stored: { readonly [Name in keyof z.output<F>]: Stored<z.output<F>[Name]> },
): z.output<F>;
// An overload, because TypeScript cannot know that `shape` has exactly the keys of the type.
export function storedValues(form: z.ZodObject, stored: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.keys(form.shape).map((name) => [name, stored[name] ?? '']));
}

/**
 * The values that differ from the form's initial values (`form.getInitialValues()`). They are not compared with the
 * stored ones, so that saving does not undo changes by others. The order of ticked boxes does not matter.
 */
export function changedValues<Values extends object>(values: Values, stored: Values): Partial<Values>;
export function changedValues(values: object, stored: object): object {
  const before = new Map<string, unknown>(Object.entries(stored));
  const changed = Object.entries(values).filter(([name, value]) => !isSame(before.get(name), value));
  return Object.fromEntries(changed);
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.toSorted().join() === other.toSorted().join();
}
