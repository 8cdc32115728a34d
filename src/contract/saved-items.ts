import { z } from 'zod';
import { blockName } from '#newsletter/document/block.ts';
import {
  byteLength,
  CODE_MAX_BLOCKS,
  codeSchema,
  isEmptySpace,
  LAYOUT_TYPES,
} from '#newsletter/document/document.ts';
import { LASTING } from '#newsletter/settings/lasting-settings.ts';
import { orNull } from '#newsletter/settings/settings.ts';
import { requiredName } from './fields.ts';
import { idParams, many, resource, single, timestamp } from './resource.ts';
import { route } from './route.ts';

/** The saved items of a school, each with a name: blocks to insert, and whole newsletters as templates. */

export const SAVED_KINDS = ['blocks', 'template'] as const;
export type SavedKind = (typeof SAVED_KINDS)[number];

/** The most items of each kind in a school. */
export const SAVED_MAX = { blocks: 100, template: 50 } as const satisfies Record<SavedKind, number>;
/** The most neighbouring blocks that are saved together. */
export const SAVED_BLOCKS_MAX = 20;
/** The maximum size of saved blocks as JSON, in bytes. A template may be as large as a newsletter. */
const SAVED_BLOCKS_BYTES = 64 * 1024;
const SAVED_BODY_LIMIT = 1.5 * 1024 * 1024;

export const SAVED_MESSAGES = {
  name: 'Please give it a name',
  empty: 'There is nothing to save yet',
  blocks: `Limit is ${SAVED_BLOCKS_MAX} blocks`,
  bytes: 'This is too large to save. Please save fewer blocks',
  full: {
    blocks: `Limit is ${SAVED_MAX.blocks} saved blocks. Please delete some`,
    template: `Limit is ${SAVED_MAX.template} templates. Please delete some`,
  },
} as const;

const name = requiredName(SAVED_MESSAGES.name);

/** The most hashes that go with a copy; dates come first. */
export const EXAMPLES_MAX = 2000;
const HASH_MAX = 100;
/**
 * Marks for content that is still as in a ready-made newsletter. They go with a copy of its blocks, so that nothing
 * invented is published through it.
 */
export const exampleMarks = z.strictObject({
  /** The names of the blocks. */
  blocks: z.array(blockName).max(CODE_MAX_BLOCKS),
  /** Hashes of invented content, also in changed blocks: dates, other rows, whole blocks. */
  dates: z.array(z.string().max(HASH_MAX)).max(EXAMPLES_MAX),
});
export type ExampleMarks = z.output<typeof exampleMarks>;

export const savedItemForm = z
  .strictObject({
    kind: z.enum(SAVED_KINDS, 'Not a known kind'),
    name,
    layout_type: z.enum(LAYOUT_TYPES, 'Please choose a layout').default('one_column'),
    ...orNull(LASTING),
    code: codeSchema,
    examples: exampleMarks.nullable().default(null),
  })
  .superRefine(({ kind, code }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['code'], message });
    const count = code.filter((block) => !isEmptySpace(block)).length;
    if (count === 0) refuse(SAVED_MESSAGES.empty);
    if (kind === 'template') return;
    if (count > SAVED_BLOCKS_MAX) refuse(SAVED_MESSAGES.blocks);
    if (byteLength(JSON.stringify(code)) > SAVED_BLOCKS_BYTES) refuse(SAVED_MESSAGES.bytes);
  });
export const renameSavedItemForm = z.strictObject({ name });

const attributes = z.object({
  kind: z.enum(SAVED_KINDS),
  name: z.string(),
  layout_type: z.enum(LAYOUT_TYPES),
  created_at: timestamp,
});
export const savedItemListed = resource('saved_item', attributes);
export type SavedItemListed = z.infer<typeof savedItemListed>;
export const savedItemResource = resource(
  'saved_item',
  attributes.extend({
    ...LASTING,
    /** Any name of a design that there was once. */
    design: z.string().nullable(),
    /** The stored list of blocks, without deleted files. See `codeSchema`. */
    code: z.array(z.unknown()),
    examples: exampleMarks.nullable().default(null),
  }),
);

const reply = z.object({ saved_item: single(savedItemResource) });

export const savedItemRoutes = {
  listSavedItems: route({
    method: 'GET',
    path: '/saved_items',
    access: 'member',
    token: 'newsletters:read',
    summary: "The school's saved blocks and templates, by name",
    status: 200,
    reply: z.object({ saved_item: many(savedItemListed) }),
  }),
  getSavedItem: route({
    method: 'GET',
    path: '/saved_items/:id',
    access: 'member',
    token: 'newsletters:read',
    summary: 'Saved blocks or a template, with its blocks',
    params: idParams,
    status: 200,
    reply,
  }),
  createSavedItem: route({
    method: 'POST',
    path: '/saved_items',
    access: 'member',
    summary: 'Keep blocks, or a newsletter as a template, under a name',
    wrapper: 'saved_item',
    body: savedItemForm,
    bodyLimit: SAVED_BODY_LIMIT,
    status: 201,
    reply,
    needsPlan: true,
  }),
  renameSavedItem: route({
    method: 'PATCH',
    path: '/saved_items/:id',
    access: 'member',
    needsOpenSchool: true,
    summary: 'Rename saved blocks or a template',
    params: idParams,
    wrapper: 'saved_item',
    wrapperOptional: true,
    body: renameSavedItemForm,
    status: 200,
    reply,
  }),
  deleteSavedItem: route({
    method: 'DELETE',
    path: '/saved_items/:id',
    access: 'member',
    summary: 'Delete saved blocks or a template; newsletters made with it stay as they are',
    params: idParams,
    status: 204,
    whenDiskFull: true,
  }),
} as const;
