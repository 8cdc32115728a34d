import { z } from 'zod';
import { idParams, many, resource, single, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { blockName } from '#newsletter/document/block.ts';
import { calendarDay } from '#newsletter/values/day.ts';

/** Parts of a newsletter: who writes which block by when. A heading's part extends to the next heading. */

/** The most parts of a newsletter. */
export const PARTS_MAX = 200;

export const PART_MESSAGES = {
  person: 'Please choose a person',
  block: 'Please choose a block of this newsletter',
  past: 'Please choose today or a later day',
  /** Shown to a contributor. */
  othersBlocks: 'You can change your own parts only. What you have typed elsewhere was not saved',
  full: `Limit is ${PARTS_MAX} parts in a newsletter. Please take some back`,
} as const;

/** The words for the actions on a part, and its states afterwards. Not 'done': that ends writing in a block. */
export const PART_WORDS = {
  finish: 'Hand in',
  done: 'Handed in',
  changed: 'Changed since handed in',
  reopen: 'Not ready after all',
} as const;

const partForm = z.strictObject({
  /** The name of the block, which must be saved already. */
  block: blockName,
  person_id: z.uuid(PART_MESSAGES.person),
  due_on: calendarDay,
});

export const partResource = resource(
  'part',
  z.object({
    newsletter_id: z.uuid(),
    newsletter_title: z.string(),
    /** The block's name, which no other block gets. */
    block: z.string(),
    /** The name of the part: a heading's text, or else the block's type. */
    label: z.string(),
    /** Whether the block is missing from the draft at the moment. It may come back. */
    is_gone: z.boolean(),
    person_id: z.uuid(),
    person_name: z.string(),
    /** A day in the school's time zone. */
    due_on: z.string(),
    /** Null until the person hands it in. */
    done_at: timestamp.nullable(),
    /**
     * The last person who changed its blocks since it was handed in, and when that was saved; null: nobody has.
     * `person_name` is null once the account is deleted.
     */
    changed: z.object({ person_name: z.string().nullable(), at: timestamp }).nullable(),
  }),
);
export type Part = z.infer<typeof partResource>;

const person = z.object({ id: z.uuid(), name: z.string() });
/** A person to whom a part can be assigned. */
export type PartPerson = z.infer<typeof person>;

const reply = z.object({ part: single(partResource) });

export const partRoutes = {
  listMyParts: route({
    method: 'GET',
    path: '/parts',
    access: 'contributor',
    summary:
      'The parts of the caller that are not done, and the done ones of newsletters that are not published; the first due first',
    status: 200,
    reply: z.object({
      part: many(partResource),
      /** The parts that the caller assigned and others have handed in, in unpublished newsletters. */
      handed_in: z.array(partResource),
    }),
  }),
  listParts: route({
    method: 'GET',
    path: '/news_letters/:id/parts',
    access: 'contributor',
    ofPart: true,
    summary: 'The parts of a newsletter, and who may be given one',
    params: idParams,
    status: 200,
    reply: z.object({ part: many(partResource), people: z.array(person) }),
  }),
  givePart: route({
    method: 'PUT',
    path: '/news_letters/:id/parts',
    access: 'member',
    summary:
      'Give a block to somebody by a day, in the place of who had it: a mail tells them, and one reminds',
    params: idParams,
    wrapper: 'part',
    body: partForm,
    status: 200,
    reply,
    needsPlan: true,
  }),
  finishPart: route({
    method: 'PUT',
    path: '/parts/:id/done',
    access: 'contributor',
    ofPart: true,
    needsOpenSchool: true,
    summary: 'Say that a part is done, or is not after all',
    params: idParams,
    body: z.strictObject({ done: z.boolean() }),
    status: 200,
    reply,
  }),
  takeBackPart: route({
    method: 'DELETE',
    path: '/parts/:id',
    access: 'member',
    summary: 'Take a part back from whom it was given to',
    params: idParams,
    status: 204,
    whenDiskFull: true,
  }),
} as const;
