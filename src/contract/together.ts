import { z } from 'zod';
import { blockName } from '#newsletter/document/block.ts';
import { NEWSLETTER_STATUSES } from './newsletters.ts';
import { route } from './route.ts';

/** Several people in one newsletter: who has it open, and their changes. */

/**
 * The most open streams. For a person, the newest ones stay, because their browser has only six connections; for a
 * school, the next one is refused with 429.
 */
export const STREAMS = { ofPerson: 5, ofSchool: 200 } as const;

/** The id of a browser window that has a newsletter open, made in the browser: 32 hex digits. */
const windowId = z.string().regex(/^[0-9a-f]{32}$/, 'Must be 32 hex digits');

/** A window that has the newsletter open. */
const windowHere = z.object({
  window: z.string(),
  person_id: z.uuid(),
  person_name: z.string(),
  /** The block they are writing in; null: they are only reading. */
  block: z.string().nullable(),
});
export type WindowHere = z.infer<typeof windowHere>;

const togetherEvent = z.discriminatedUnion('event', [
  /** The stored state of the newsletter: the first event, and again after each change. */
  z.object({
    event: z.literal('stored'),
    version: z.number().int(),
    status: z.enum(NEWSLETTER_STATUSES),
    has_unpublished_changes: z.boolean(),
    /** The person who changed it; null if unknown. */
    person: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    /** Whether they brought something back from the history. */
    restored: z.boolean().optional(),
    /** The blocks, and settings as `@title`, for which they kept their own version over others'. */
    kept: z.array(z.string()).optional(),
  }),
  /** Everybody who has it open, the listener included. */
  z.object({ event: z.literal('here'), windows: z.array(windowHere) }),
  /** Its notes, parts, approval or plans have changed. */
  z.object({ event: z.literal('noted') }),
  /** It was deleted. The stream ends. */
  z.object({ event: z.literal('gone') }),
  /** The same person has opened more windows than `STREAMS` allows. The stream ends. */
  z.object({ event: z.literal('replaced') }),
]);
export type TogetherEvent = z.infer<typeof togetherEvent>;

/** The longest time between two messages of the server, in milliseconds, with or without events. */
export const STREAM_BEAT_MS = 5000;

const params = z.object({ id: z.uuid() });

export const togetherRoutes = {
  followNewsletter: route({
    method: 'GET',
    path: '/news_letters/:id/events',
    access: 'contributor',
    ofPart: true,
    summary: 'Who has a newsletter open, and its changes as they happen',
    params,
    query: z.strictObject({ window: windowId }),
    status: 200,
    events: togetherEvent,
    // Others see who is listening.
    changesState: true,
  }),
  moveInNewsletter: route({
    method: 'PUT',
    path: '/news_letters/:id/place',
    access: 'contributor',
    ofPart: true,
    summary: 'Tells the others which block a window is in',
    params,
    body: z.strictObject({ window: windowId, block: blockName.nullable() }),
    status: 204,
    whenDiskFull: true,
    whileSuspended: true,
  }),
} as const;
