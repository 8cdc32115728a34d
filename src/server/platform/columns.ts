import type { z } from 'zod';
import { type ColumnName, columnName } from '#newsletter/values/field-names.ts';

/**
 * Converts between rows, whose columns are in camelCase (`timeZone`), and the API, whose fields are in snake_case
 * (`time_zone`), so that fields with the same name need no mapping by hand.
 */

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
