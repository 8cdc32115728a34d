import { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';
import { storable } from './body.ts';
import { badRequest, invalid, notFound, type Refusal } from './errors.ts';

/** Parses a call's params, query and body by its route's schemas. */

// Limits the length of the answer.
const ERRORS_MAX = 50;
const NOTHING = z.strictObject({});

/** Parses the path parameters. Throws the 404 if they are invalid. */
export function readParams(row: Route, given: unknown): unknown {
  if (row.params === undefined) return undefined;
  const parsed = row.params.safeParse(given);
  if (!parsed.success || Object.values(Object(given)).some(isUnstorable)) throw notFound('Page');
  return parsed.data;
}

/** Parses the query. A route without a query schema accepts no keys. */
export function readQuery(row: Route, given: unknown): unknown {
  const parsed = (row.query ?? NOTHING).safeParse(cleaned(given));
  if (!parsed.success) throw wrongInput(parsed.error);
  return row.query === undefined ? undefined : parsed.data;
}

/** Parses the body without its wrapper. A route without a body schema accepts no keys. */
export function readBody(row: Route, given: unknown): unknown {
  if (row.body === undefined) {
    const nothing = NOTHING.safeParse(given ?? {});
    if (!nothing.success) throw wrongInput(nothing.error);
    return undefined;
  }
  const parsed = row.body.safeParse(unwrap(row, given === undefined ? {} : given));
  if (!parsed.success) throw wrongInput(parsed.error);
  return parsed.data;
}

function unwrap(row: Route, body: unknown): unknown {
  if (row.wrapper === undefined) return body;
  if (!isRecord(body)) throw badRequest(ERROR_MESSAGES.malformed);
  const wrapped = Object.hasOwn(body, row.wrapper);
  if (!wrapped && row.wrapperOptional) return body;
  const others = Object.keys(body).filter((key) => key !== row.wrapper);
  if (others.length > 0) throw unknownKeys(others);
  return wrapped ? body[row.wrapper] : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cleaned(query: unknown): unknown {
  if (!isRecord(query)) return query;
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, typeof value === 'string' ? storable(value) : value]),
  );
}

function isUnstorable(value: unknown): boolean {
  return typeof value === 'string' && storable(value) !== value;
}

/** 400 that names keys outside the contract. */
export function unknownKeys(keys: readonly string[]): Refusal {
  const listed = keys.slice(0, ERRORS_MAX).map((key) => key.slice(0, 100));
  return invalid(Object.fromEntries(listed.map((key) => [key, unknownField(key)])));
}

function unknownField(key: string): string {
  return `Unknown field: ${key}`;
}

/** 400 with the messages of a schema by field. */
export function wrongInput(error: z.ZodError): Refusal {
  const fields = new Map<string, string[]>();
  for (const { path, message } of error.issues
    .flatMap((issue) => problemsOf(issue, []))
    .slice(0, ERRORS_MAX)) {
    const messages = fields.get(path) ?? [];
    if (!messages.includes(message)) fields.set(path, [...messages, message]);
  }
  const whole = fields.get('');
  return whole === undefined ? invalid(Object.fromEntries(fields)) : badRequest(ERROR_MESSAGES.malformed);
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

function problemsOf(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): Problem[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, ERRORS_MAX)
      .map((key) => ({ path: pathText([...path, key]), message: unknownField(key.slice(0, 100)) }));
  }
  return [{ path: pathText(path), message: issue.message }];
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, 100)).join('.');
}
