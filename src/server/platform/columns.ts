import type { z } from 'zod';

/**
 * Rows name their columns in camelCase (`timeZone`), calls name their fields in snake_case (`time_zone`). What has the
 * same name in both is carried over here, so that nobody writes it down a third time.
 */

/** The name of a field's column: 'time_zone' is `timeZone`. */
export type ColumnName<Field> = Field extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<ColumnName<Tail>>}`
  : Field;

/** The values of a form by the names of their columns. */
export type Columns<Form> = { [Field in keyof Form as ColumnName<Field>]: Form[Field] };

// Contract: a moment crosses the wire as text.
type Stored<Value> = Value extends string ? (string extends Value ? Value | Date : Value) : Value;
type RowOf<Attributes, Given> = {
  readonly [Field in Exclude<keyof Attributes, Given> as ColumnName<Field>]: Stored<Attributes[Field]>;
};
type ResourceSchema<Type extends string, Attributes extends z.ZodObject> = z.ZodObject<{
  id: z.ZodUUID;
  type: z.ZodLiteral<Type>;
  attributes: Attributes;
}>;

export function columnName<Field extends string>(field: Field): ColumnName<Field>;
// TypeScript cannot compute on the letters of a value; the type above says the same, and the tests hold the two together.
export function columnName(field: string): string {
  return field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** A form's values, by the names of their columns: `{ time_zone }` is `{ timeZone }`. */
export function columnsOf<Form extends object>(form: Form): Columns<Form>;
export function columnsOf(form: object): object {
  return Object.fromEntries(Object.entries(form).map(([field, value]) => [columnName(field), value]));
}

/** The fields that a form changes: what it gives, unless that is stored already. */
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
 * What a schema of the contract shows of a row: each field from the column of the same name, moments in ISO 8601, and
 * nothing that the schema does not have. `given`: the fields that are no column, or are shown otherwise than stored.
 */
export function attributesOf<
  Attributes extends z.ZodObject,
  Given extends Partial<z.input<Attributes>> = Record<never, never>,
>(schema: Attributes, row: RowOf<z.input<Attributes>, keyof Given>, given?: Given): z.output<Attributes> {
  const columns = new Map<string, unknown>(Object.entries(row));
  const shown = Object.keys(schema.shape).map((field) => [field, wireValue(columns.get(columnName(field)))]);
  return schema.parse({ ...Object.fromEntries(shown), ...given });
}

/** A row as a resource of the contract; see `attributesOf`. */
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
