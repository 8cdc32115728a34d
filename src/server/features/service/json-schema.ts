import { z } from 'zod';

export type Json = Readonly<Record<string, unknown>>;

/** A schema of the contract as JSON Schema. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** The `content` of a body in JSON. */
export function json(schema: Json): Json {
  return { 'application/json': { schema } };
}
