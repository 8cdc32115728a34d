import { z } from 'zod';
import { SCOPE_NAMES, TOKEN_PREFIX, TOKEN_SCOPES } from '#contract/api/scopes.ts';
import { SCOPE_MISSING, TOKEN_INVALID, TOKEN_MESSAGES, TOKEN_REFUSED } from '#contract/api/tokens.ts';
import { PAYLOAD_TYPES } from '#contract/api/webhook-states.ts';
import { APPROVAL_REQUIRED, errorBodySchema } from '#contract/errors.ts';
import { API_BASE, MINIMAL, type Route } from '#contract/route.ts';
import { SCHOOL_SUSPENDED } from '#contract/rules/suspension.ts';
import { type Json, json, jsonSchema } from './json-schema.ts';
import { webhookOperation } from './openapi-webhooks.ts';

/** The contract as an OpenAPI 3.1 document, generated from the route table, with the payloads of webhooks. */
export function openApiOf(
  table: Readonly<Record<string, Route>>,
  { productName, url }: { readonly productName: string; readonly url: string },
): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, row] of Object.entries(table)) {
    const path = (row.root ? '' : API_BASE) + row.path.replace(/:([a-z_]+)/gi, '{$1}');
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: { title: productName, version: '1', description: DESCRIPTION },
    servers: [{ url }],
    paths,
    webhooks: Object.fromEntries(PAYLOAD_TYPES.map((type) => [type, { post: webhookOperation(type) }])),
    components: {
      securitySchemes: SECURITY,
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
      responses: {
        Refused: { description: REFUSED, content: json(ERROR) },
        TokenInvalid: TOKEN_NOT_VALID,
        TooMany: TOO_MANY,
      },
      headers: HEADERS,
    },
  };
}

const ERROR = { $ref: '#/components/schemas/Error' };
const DESCRIPTION =
  'Calls are made with a school’s API token. Each says which scope the token needs; the others are made by people. Sentences in answers may change; error_code, ids and types do not.';
const REFUSED = `Refused. 400: the input, with messages by field; 401: nobody who is known; 402: the plan has ended; 403: not allowed, with an error_code where the reason is known: of an API token ${SCOPE_MISSING} (with the scope that it needs), ${TOKEN_REFUSED} (no token may make the call) or ${APPROVAL_REQUIRED}; of a suspended school ${SCHOOL_SUSPENDED}; 404: not there, or another school’s; 409: in conflict with how things are; 413, 415: the body; 503: try again.`;
const SECURITY = {
  api_token: {
    type: 'http',
    scheme: 'bearer',
    description: `An API token of a school, which begins with ${TOKEN_PREFIX}. Scopes: ${SCOPE_NAMES.map((scope) => `${scope} (${TOKEN_SCOPES[scope]})`).join('; ')}.`,
  },
  session: { type: 'http', scheme: 'bearer', description: 'The session of a person who has logged in.' },
};
const text = { type: 'string' };
const HEADERS = {
  RateLimit: {
    description: 'Of an API token: calls left (r), and seconds until they are renewed (t).',
    schema: text,
  },
  'RateLimit-Policy': { description: 'Of an API token: calls (q) in so many seconds (w).', schema: text },
  'WWW-Authenticate': { description: 'For an API token: Bearer error="invalid_token".', schema: text },
  'Preference-Applied': { description: `${MINIMAL}, where Prefer asked for it.`, schema: text },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};
const PREFER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: `With ${MINIMAL} the answer leaves out what the client has sent (RFC 7240).`,
  schema: text,
};
const LIMIT_HEADERS = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
};
const PREFERRED_HEADERS = { 'Preference-Applied': { $ref: '#/components/headers/Preference-Applied' } };
const TOKEN_NOT_VALID = {
  description: `With the error_code ${TOKEN_INVALID}, the API token is wrong, was removed or has ended, or its maker is no longer the school’s owner. Without an error_code, nobody is logged in.`,
  headers: { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } },
  content: {
    'application/json': {
      schema: ERROR,
      example: { error_message: TOKEN_MESSAGES.invalid, error_code: TOKEN_INVALID },
    },
  },
};
const TOO_MANY = {
  description: 'Too many calls, or attempts.',
  headers: { ...LIMIT_HEADERS, 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
  content: { 'application/json': { schema: ERROR } },
};

function operation(operationId: string, row: Route): Json {
  const body = requestBody(row);
  return {
    operationId,
    summary: row.summary,
    description: descriptionOf(row),
    security: securityOf(row),
    parameters: [
      ...parameters('path', row.params, pathNames(row)),
      ...parameters('query', row.query),
      ...(row.minimalReply ? [PREFER] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      [row.status]: answer(row),
      ...(row.token && { 401: { $ref: '#/components/responses/TokenInvalid' } }),
      429: { $ref: '#/components/responses/TooMany' },
      default: { $ref: '#/components/responses/Refused' },
    },
  };
}

function descriptionOf({ access, token, needsPlan, sudo }: Route): string {
  const tokens = token === undefined ? 'Takes no API tokens.' : `API tokens need ${token}.`;
  return [
    `Who may call it: ${access}.`,
    ...(access === 'anyone' || access === 'provider' ? [] : [tokens]),
    ...(needsPlan ? ['Needs a plan that has not ended.'] : []),
    ...(sudo ? ['Asks people again who they are.'] : []),
  ].join(' ');
}

function securityOf({ access, token }: Route): readonly Json[] {
  if (access === 'anyone' || access === 'provider') return [];
  return [...(token === undefined ? [] : [{ api_token: [token] }]), { session: [] }];
}

function answer(row: Route): Json {
  const binary = { type: 'string', format: 'binary' };
  const headers = {
    ...(row.token && LIMIT_HEADERS),
    ...(row.minimalReply && PREFERRED_HEADERS),
  };
  const content = {
    ...(row.reply && json(replySchema(row, jsonSchema(row.reply, 'output')))),
    ...(row.progress && { [row.progress]: { schema: text } }),
    ...(row.stream && { [row.stream.replace(/;.*/, '')]: { schema: binary } }),
    ...(row.events && { 'text/event-stream': { schema: text } }),
  };
  return {
    description: 'Done',
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

function replySchema({ minimalReply }: Route, reply: Json): Json {
  return minimalReply === undefined ? reply : { anyOf: [reply, jsonSchema(minimalReply, 'output')] };
}

function pathNames({ path }: Route): readonly string[] {
  return [...path.matchAll(/:([a-z_]+)/gi)].map(([, name = '']) => name);
}

function parameters(
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  names: readonly string[] = [],
): readonly Json[] {
  const found = schema === undefined ? {} : objectSchema.parse(jsonSchema(schema, 'input'));
  const { properties = {}, required = [] } = found;
  const unnamed = names.filter((name) => !(name in properties)).map((name) => [name, text] as const);
  return [...Object.entries(properties), ...unnamed].map(([name, of]) => ({
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
