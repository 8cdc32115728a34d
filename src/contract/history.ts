import { z } from 'zod';
import { LAYOUT_TYPES } from '#newsletter/document/document.ts';
import { notDelivered } from './delivery-state.ts';
import { storedSettings } from './newsletters.ts';
import { many, resource, single, timestamp } from './resource.ts';
import { route } from './route.ts';

/** The history of a newsletter: states of its draft, and editions as families saw them. */

/**
 * The reasons for keeping a state. `work` is extended for `STATE_MINUTES`; `given_up` is content that somebody gave up
 * in a merge, and was never the draft.
 */
export const STATE_REASONS = [
  'created',
  'opened',
  'work',
  'given_up',
  'restored',
  'approved',
  'published',
] as const;
export type StateReason = (typeof STATE_REASONS)[number];
/** The reasons of states that are kept for ever. */
export const KEPT_REASONS = ['approved', 'published'] as const satisfies readonly StateReason[];

/** How long one person's work counts as one state, in minutes. */
export const STATE_MINUTES = 10;
/** How long states of a draft are kept, in days: all states, the last one of each hour, the last one of each day. */
export const STATES_KEPT = { all: 1, hourly: 7, daily: 120 } as const;

const count = z.number().int();
const listed = {
  /** The draft's version. */
  version: z.number().int(),
  reason: z.enum(STATE_REASONS),
  /** Null: the account was deleted. */
  person_name: z.string().nullable(),
  began_at: timestamp,
  saved_at: timestamp,
  title: z.string(),
  /** The edition that was published with it, and how many families got its mail. Null and 0 if it was not published. */
  edition_id: z.uuid().nullable(),
  sent_to: count,
  /** When the state that `restored` brought back was saved; null if only part of a state was brought back, or the time is not kept. */
  restored_from: timestamp.nullable(),
} as const;
export const stateListed = resource(
  'state',
  z.object({
    ...listed,
    /**
     * The changes since the state before, such as 'Text “Dear families” and 2 more'; empty if there are none, or no
     * earlier state is kept.
     */
    changed: z.string(),
    /** For `created`: the title, at that time, of the newsletter whose next issue this is; null if it is none. */
    started_from: z.string().nullable(),
  }),
);
export const stateResource = resource(
  'state',
  z.object({
    ...listed,
    layout_type: z.enum(LAYOUT_TYPES),
    ...storedSettings,
    /** The blocks, in today's format. See `codeSchema`. */
    code: z.array(z.unknown()),
  }),
);

/** The person who last changed a block, as far as the kept states show. */
const blockAuthor = z.object({
  /** The block's name. */
  block: z.string(),
  /** Null: the account was deleted. */
  person_name: z.string().nullable(),
  /** When the last change of the block was saved. */
  at: timestamp,
});
export type BlockAuthor = z.infer<typeof blockAuthor>;

/** A sending of an edition. A delivery that goes on with a corrected edition after a pause counts for both. */
const sendingOfEdition = z.object({
  /** The id of the delivery. */
  id: z.uuid(),
  subject: z.string(),
  /** The audience in words of that time; null for everybody. */
  audience: z.string().nullable(),
  /** The name of the sender; empty once their account is deleted. */
  sender: z.string(),
  started_at: timestamp,
  /** How many mails were sent, failed, and of the failed may have arrived. The numbers remain when subscribers are deleted. */
  sent: count,
  failed: count,
  unconfirmed: count.default(0),
});
export type SendingOfEdition = z.infer<typeof sendingOfEdition>;

/** The mails of a sending that did not arrive, or may not have, in words: '2 came back'. */
export function failedWords(counts: Pick<SendingOfEdition, 'failed' | 'unconfirmed'>): string[] {
  const { unconfirmed } = counts;
  const back = notDelivered(counts);
  return [
    ...(back > 0 ? [`${back.toLocaleString('en-GB')} came back`] : []),
    ...(unconfirmed > 0 ? [`${unconfirmed.toLocaleString('en-GB')} not confirmed`] : []),
  ];
}

const editionFields = {
  version: z.number().int(),
  title: z.string(),
  person_name: z.string().nullable(),
  published_at: timestamp,
  /** Set if it was rendered again before a sending, because the branding had changed or a file was deleted. */
  redrawn_at: timestamp.nullable(),
  /** The sendings, oldest first, and the sum of their `sent`. */
  sent_to: count,
  sendings: z.array(sendingOfEdition),
} as const;
export const editionListed = resource('edition', z.object(editionFields));
export const editionResource = resource(
  'edition',
  z.object({
    ...editionFields,
    /**
     * The public page and the mail as they went out, not rendered again. Only the addresses of the school's files are
     * those for staff, and files deleted since are marked as removed; `files_deleted` counts them.
     */
    files_deleted: count,
    page: z.string(),
    mail: z.string(),
    mail_text: z.string(),
    /**
     * The variants that families in groups got instead, those with the most families first. `words` names the audience,
     * such as 'Year 4 and Choir'.
     */
    variants: z.array(z.object({ id: z.uuid(), words: z.string(), families: count })),
  }),
);

const ofNewsletter = { id: z.uuid() } as const;

export const historyRoutes = {
  listStates: route({
    method: 'GET',
    path: '/news_letters/:id/states',
    access: 'member',
    token: 'newsletters:read',
    summary: 'The states of a draft that are kept, newest first',
    params: z.object(ofNewsletter),
    status: 200,
    reply: z.object({ state: many(stateListed) }),
  }),
  getState: route({
    method: 'GET',
    path: '/news_letters/:id/states/:state_id',
    access: 'member',
    token: 'newsletters:read',
    summary: 'A state of a draft with its blocks',
    params: z.object({ ...ofNewsletter, state_id: z.uuid() }),
    status: 200,
    reply: z.object({ state: single(stateResource) }),
  }),
  listAuthors: route({
    method: 'GET',
    path: '/news_letters/:id/states/:state_id/authors',
    access: 'member',
    token: 'newsletters:read',
    summary: 'Who has added, changed or removed which block last since a state',
    params: z.object({ ...ofNewsletter, state_id: z.uuid() }),
    query: z.strictObject({ until: z.uuid().optional() }),
    status: 200,
    reply: z.object({ authors: z.array(blockAuthor) }),
  }),
  listEditions: route({
    method: 'GET',
    path: '/news_letters/:id/editions',
    access: 'member',
    token: 'newsletters:read',
    summary: 'What readers have seen of a newsletter, newest first',
    params: z.object(ofNewsletter),
    status: 200,
    reply: z.object({
      edition: many(editionListed),
      /** Sendings from before editions were kept, oldest first: their content is not known. */
      earlier_sendings: z.array(sendingOfEdition),
    }),
  }),
  getEdition: route({
    method: 'GET',
    path: '/news_letters/:id/editions/:edition_id',
    access: 'member',
    token: 'newsletters:read',
    summary: 'The page and the mail of an edition, as they went out, or of a variant of it',
    params: z.object({ ...ofNewsletter, edition_id: z.uuid() }),
    query: z.strictObject({ variant: z.uuid().optional() }),
    status: 200,
    reply: z.object({ edition: single(editionResource) }),
  }),
  downloadEdition: route({
    method: 'GET',
    path: '/news_letters/:id/editions/:edition_id/download',
    access: 'member',
    token: 'newsletters:read',
    summary: 'An edition as a ZIP file: page, mail, files, and a list of what, when, by whom and to how many',
    params: z.object({ ...ofNewsletter, edition_id: z.uuid() }),
    status: 200,
    stream: 'application/zip',
  }),
} as const;
