import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { API_BASE, type Route } from '#contract/route.ts';

type Json = Readonly<Record<string, unknown>>;

/** The contract as an OpenAPI 3.1 document, generated from the route table. */
export function openApiOf(table: Readonly<Record<string, Route>>, productName: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, row] of Object.entries(table)) {
    const path = (row.root ? '' : API_BASE) + row.path.replace(/:([a-z_]+)/gi, '{$1}');
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: { title: productName, version: '1' },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
    },
  };
}

function operation(operationId: string, row: Route): Json {
  const open = row.access === 'anyone' || row.access === 'provider';
  const body = requestBody(row);
  return {
    operationId,
    summary: row.summary,
    description: `Who may call it: ${row.access}.${row.needsPlan ? ' Needs a plan that has not ended.' : ''}`,
    security: open ? [] : [{ token: [] }],
    parameters: [...parameters('path', row.params), ...parameters('query', row.query)],
    ...(body && { requestBody: body }),
    responses: {
      [row.status]: row.reply
        ? { description: 'Done', content: json(jsonSchema(row.reply, 'output')) }
        : { description: 'Done' },
      default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): readonly Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = objectSchema.parse(jsonSchema(schema, 'input'));
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
}

function requestBody(row: Route): Json | null {
  const form = row.body && wrapped(row, jsonSchema(row.body, 'input'));
  const files = row.multipart?.files ?? [];
  if (form === undefined && files.length === 0) return null;
  const upload = files.length > 0 && { 'multipart/form-data': { schema: multipartSchema(row, files) } };
  return { required: true, content: { ...(form && json(form)), ...upload } };
}

function wrapped({ wrapper, wrapperOptional }: Route, form: Json): Json {
  if (wrapper === undefined) return form;
  const outer = {
    type: 'object',
    properties: { [wrapper]: form },
    required: [wrapper],
    additionalProperties: false,
  };
  return wrapperOptional ? { anyOf: [outer, form] } : outer;
}

function multipartSchema({ body, wrapper }: Route, files: readonly string[]): Json {
  const { properties = {}, required = [] } = body ? objectSchema.parse(jsonSchema(body, 'input')) : {};
  const named = (name: string) => (wrapper === undefined ? name : `${wrapper}[${name}]`);
  const all = {
    ...properties,
    ...Object.fromEntries(files.map((file) => [file, { type: 'string', format: 'binary' }])),
  };
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(all).map(([name, of]) => [named(name), of])),
    required: required.map(named),
  };
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
