import type { z } from 'zod';

// An empty field is the form's word for nothing.
type Stored<Value> = Value extends string ? Value | null : Value;

/** What a form starts with: the value of each of its fields as it is stored, nothing being an empty field. */
export function storedValues<F extends z.ZodObject>(
  form: F,
  stored: { readonly [Name in keyof z.output<F>]: Stored<z.output<F>[Name]> },
): z.output<F>;
// TypeScript does not know that `shape` has no more keys than the type.
export function storedValues(form: z.ZodObject, stored: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.keys(form.shape).map((name) => [name, stored[name] ?? '']));
}

/** The values that are not as they are stored. */
export function changedValues<Values extends object>(values: Values, stored: Values): Partial<Values>;
export function changedValues(values: object, stored: object): object {
  const before = new Map<string, unknown>(Object.entries(stored));
  const changed = Object.entries(values).filter(([name, value]) => before.get(name) !== value);
  return Object.fromEntries(changed);
}
