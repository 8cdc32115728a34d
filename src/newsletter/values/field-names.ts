/**
 * The two ways to write a field's name: in snake_case, as the API does (`time_zone`), and in camelCase, as columns and documents do
 * (`timeZone`).
 */

/** The name of a field's column: 'time_zone' is `timeZone`. */
export type ColumnName<Field> = Field extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<ColumnName<Tail>>}`
  : Field;

/** The name of a column's field: 'timeZone' is `time_zone`. */
export type FieldName<Column> = Column extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${FieldName<Tail>}`
  : Column;

/** The values of a form by the names of their columns. */
export type Columns<Form> = { [Field in keyof Form as ColumnName<Field>]: Form[Field] };
/** The values of columns by the names of their fields. */
export type SnakeCased<Row> = { [Column in keyof Row as FieldName<Column>]: Row[Column] };

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

/** Renames columns to fields: `{ timeZone }` becomes `{ time_zone }`. */
export function snakeCased<Row extends object>(row: Row): SnakeCased<Row>;
export function snakeCased(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
