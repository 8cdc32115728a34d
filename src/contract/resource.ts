import { z } from 'zod';

/** `{ id, type, attributes }`: the shape of everything that the API returns. Source: docs/requirements/calls.md 1.1. */
export function resource<const T extends string, A extends z.ZodType>(type: T, attributes: A) {
  return z.object({ id: z.uuid(), type: z.literal(type), attributes });
}

/** `{ data: RESOURCE }` */
export function single<R extends z.ZodType>(of: R) {
  return z.object({ data: of });
}

/** `{ data: [RESOURCE, …] }` */
export function many<R extends z.ZodType>(of: R) {
  return z.object({ data: z.array(of) });
}

/** A route's `:id`. The server answers a malformed one with 404, not as invalid. */
export const idParams = z.object({ id: z.uuid() });

const PER_PAGE_DEFAULT = 10;
const PER_PAGE_MAX = 100;

const count = z.coerce.number('Must be a number').int('Must be a whole number');

export const DIRECTIONS = ['asc', 'desc'] as const;

/** The query parameters of every paged list. `total_pages` is ignored: older clients send it back. */
export const paging = {
  page: count.min(1, 'Must be at least 1').max(1_000_000, 'Must be at most 1000000').default(1),
  per_page: count
    .min(1, 'Must be at least 1')
    .max(PER_PAGE_MAX, `Must be at most ${PER_PAGE_MAX}`)
    .default(PER_PAGE_DEFAULT),
  total_pages: z.string().optional(),
} as const;

/** The fields that a paged list adds to its reply. */
export const paged = { total_pages: z.number().int(), total: z.number().int() } as const;

/** ISO 8601 in UTC. */
export const timestamp = z.iso.datetime();
