import type { z } from 'zod';

/**
 * Converts between rows, whose columns are in camelCase (`timeZone`), and the API, whose fields are in snake_case
 * (`time_zone`), so that fields with the same name need no mapping by hand.
 */

/** The name of a field's column: 'time_zone' is `timeZone`. */
type ColumnName<Field> = Field extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<ColumnName<Tail>>}`
  : Field;

/** The values of a form by the names of their columns. */
export type Columns<Form> = { [Field in keyof Form as ColumnName<Field>]: Form[Field] };
function columnName<Field extends string>(field: Field): ColumnName<Field>;
// TypeScript cannot derive this from the value. The tests check that it agrees with the type above.
function columnName(field: string): string {
  return field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Renames a form's fields to columns: `{ time_zone }` becomes `{ timeZone }`. */
export function columnsOf<Form extends object>(form: Form): Columns<Form>;
export function columnsOf(form: object): object {
  return Object.fromEntries(Object.entries(form).map(([field, value]) => [columnName(field), value]));
}

// The contract sends dates as text.
type Stored<Value> = Value extends string ? (string extends Value ? Value | Date : Value) : Value;
type RowOf<Attributes, Given> = {
  readonly [Field in Exclude<keyof Attributes, Given> as ColumnName<Field>]: Stored<Attributes[Field]>;
};
type ResourceSchema<Type extends string, Attributes extends z.ZodObject> = z.ZodObject<{
  id: z.ZodUUID;
  type: z.ZodLiteral<Type>;
  attributes: Attributes;
}>;

/** The fields whose given value differs from the stored one. */
export function changedFields<Field extends string>(
  fields: readonly Field[],
  before: Readonly<Record<ColumnName<Field>, unknown>>,
  changes: { readonly [Column in ColumnName<Field>]?: unknown },
): readonly Field[] {
  return fields.filter((field) => {
    const column = columnName(field);
    return changes[column] !== undefined && changes[column] !== before[column];
  });
}

/**
 * Presents a row by a schema of the contract: each field from the column of the same name, dates in ISO 8601, nothing
 * outside the schema. `given` holds the fields that are not a column, or differ from the stored value.
 */
export function attributesOf<
  Attributes extends z.ZodObject,
  Given extends Partial<z.input<Attributes>> = Record<never, never>,
>(schema: Attributes, row: RowOf<z.input<Attributes>, keyof Given>, given?: Given): z.output<Attributes> {
  const columns = new Map<string, unknown>(Object.entries(row));
  const shown = Object.keys(schema.shape).map((field) => [field, wireValue(columns.get(columnName(field)))]);
  return schema.parse({ ...Object.fromEntries(shown), ...given });
}

/** Presents a row as a resource of the contract; see `attributesOf`. */
export function resourceOf<
  Type extends string,
  Attributes extends z.ZodObject,
  Given extends Partial<z.input<Attributes>> = Record<never, never>,
>(
  { shape: { type, attributes } }: ResourceSchema<Type, Attributes>,
  row: { readonly id: string } & RowOf<z.input<Attributes>, keyof Given>,
  given?: Given,
) {
  return { id: row.id, type: type.value, attributes: attributesOf(attributes, row, given) };
}

function wireValue(stored: unknown): unknown {
  return stored instanceof Date ? stored.toISOString() : stored;
}
