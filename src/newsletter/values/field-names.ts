/**
 * The two ways to write a field's name: in snake_case, as the API does (`time_zone`), and in camelCase, as columns and documents do
 * (`timeZone`).
 */

/** The name of a field's column: 'time_zone' is `timeZone`. */
export type ColumnName<Field> = Field extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<ColumnName<Tail>>}`
  : Field;

/** The values of a form by the names of their columns. */
export type Columns<Form> = { [Field in keyof Form as ColumnName<Field>]: Form[Field] };
export function columnName<Field extends string>(field: Field): ColumnName<Field>;
// TypeScript cannot derive this from the value. The tests check that it agrees with the type above.
export function columnName(field: string): string {
  return field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Renames a form's fields to columns: `{ time_zone }` becomes `{ timeZone }`. */
export function columnsOf<Form extends object>(form: Form): Columns<Form>;
export function columnsOf(form: object): object {
  return Object.fromEntries(Object.entries(form).map(([field, value]) => [columnName(field), value]));
}
