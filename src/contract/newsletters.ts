import { z } from 'zod';
import { timingState } from '#contract/timing/timing-state.ts';
import { aboutSchema } from '#newsletter/document/about.ts';
import { blockName, INHERITED_TEXT_MAX, limitMessage } from '#newsletter/document/block.ts';
import { CODE_MAX_BLOCKS, CODE_MAX_BYTES, codeSchema, LAYOUT_TYPES } from '#newsletter/document/document.ts';
import { DATE_FIELDS } from '#newsletter/events/date-fields.ts';
import { SETTINGS } from '#newsletter/settings/list.ts';
import { asFields, orNull } from '#newsletter/settings/settings.ts';
import { deliveryState } from './delivery-state.ts';
import { FIELD_MESSAGES, optionalText, requiredString, TEXT_MAX } from './fields.ts';
import { DIRECTIONS, idParams, many, paged, paging, resource, single, timestamp } from './resource.ts';
import { route } from './route.ts';
import { exampleMarks } from './saved-items.ts';

/** Newsletters: the list, the draft and the published edition. */

export const NEWSLETTER_STATUSES = ['draft', 'published'] as const;
export const LIST_FILTERS = ['all', 'created', 'published'] as const;
export const LIST_ORDERS = ['updated_at', 'created_at', 'title'] as const;
/** In bytes; `code` alone may take CODE_MAX_BYTES. Source: docs/requirements/calls.md 4.1. */
export const NEWSLETTER_BODY_LIMIT = CODE_MAX_BYTES + CODE_MAX_BYTES / 2;
/** The most drafts in `given_up`: if the person is asked more often before a save arrives, the last ones are kept. */
export const GIVEN_UP_MAX = 3;
/** The most blocks that are announced at once. The history shows the others. */
export const KEPT_MAX = 20;
const FILE_KEY_MAX = 2000;
const FILES_MAX = 20_000;

export const NEWSLETTER_MESSAGES = {
  saved: 'Successfully saved',
  notSaved: 'error saved',
  published: 'Newsletter is published',
  begun: 'There is one already',
  fileDeleted: 'A file in this newsletter was deleted. Please look at it again',
  /** For deleted files of a newsletter that is published or sent. */
  deletedLeftOut: 'What was deleted is left out.',
  gone: 'That newsletter is not there any more',
  congratulations: 'Congratulations! Your newsletter has been published',
  discardChanges: 'Are you sure you want to discard changes?',
  deleteComponent: 'Are you sure you want to delete this component?',
} as const;

export const newsletterTitle = requiredString(FIELD_MESSAGES.required);
const layoutType = z.enum(LAYOUT_TYPES, 'Please choose a layout');
const settings = asFields(SETTINGS);
/** A newsletter's settings as they are stored: any name of a design that there was once. */
export const storedSettings = {
  ...settings,
  /** Null: the school's. See `designSchema`. */
  design: z.string().nullable(),
  issue_date: z.string().nullable(),
} as const;
/** The server renders the body from `code`; a body from a client is ignored. */
const ignoredBody = z.unknown().optional();

/** The choices if the same unpublished draft exists already: a 409 that names it, or another draft. */
const IF_BEGUN = ['ask', 'another'] as const;
export type IfBegun = (typeof IF_BEGUN)[number];
const ifBegun = z.enum(IF_BEGUN).optional();
export const createNewsletterForm = z.strictObject({
  title: newsletterTitle,
  layout_type: layoutType,
  ...asFields(orNull(SETTINGS)),
  code: codeSchema.default([]),
  /**
   * Whether it is a ready-made newsletter: its blocks are marked until they are changed or kept, and its dates stay out
   * of the calendar.
   */
  is_example: z.boolean().optional(),
  /** Set for a copy of blocks of which some are still examples. */
  examples: exampleMarks.nullable().optional(),
  body: ignoredBody,
  /** For a draft of the same title and day. Absent: make another one. */
  if_begun: ifBegun,
});
const givenUp = z.strictObject({
  title: newsletterTitle,
  layout_type: layoutType,
  ...settings,
  code: codeSchema,
});
export const updateNewsletterForm = z.strictObject({
  title: newsletterTitle.optional(),
  layout_type: layoutType.optional(),
  ...z.object(settings).partial().shape,
  code: codeSchema.optional(),
  footerContent: z.string().max(INHERITED_TEXT_MAX, limitMessage(INHERITED_TEXT_MAX)).optional(),
  /** The version that the change is based on. 409 if the stored version differs. */
  version: z.number().int().min(1).optional(),
  /** Whether the change brings back blocks of an earlier state, so that the state before it is kept. */
  restores: z.boolean().optional(),
  /**
   * The blocks, and settings as `@title`, for which the person was asked and kept their own version over others': the
   * authors of those are notified.
   */
  kept: z.array(blockName).max(KEPT_MAX).optional(),
  /** The person's own content that they gave up for that of others, oldest first. The history keeps it as states before the change. */
  given_up: z.array(givenUp).max(GIVEN_UP_MAX).optional(),
  body: ignoredBody,
});
export const publishNewsletterForm = z.strictObject({
  /** The version to publish. 409 if the stored version differs. Absent: the stored one. */
  version: z.number().int().min(1).optional(),
  /** The missing files that the person knows about. 409 with all of them if there are others. Absent: all are left out. */
  missing_files: z.array(z.string().max(FILE_KEY_MAX)).max(FILES_MAX).optional(),
});
const nextIssueForm = z.strictObject({
  /** Absent: the title of the issue before, moved on. */
  title: createNewsletterForm.shape.title.optional(),
  /** For a next issue of the same title and day. Absent: make another one. */
  if_begun: ifBegun,
});
const listQuery = z.strictObject({
  search_string: optionalText.default(''),
  filter: z.enum(LIST_FILTERS).default('all'),
  order: z.enum(LIST_ORDERS).default('updated_at'),
  direction: z.enum(DIRECTIONS).optional(),
  ...paging,
});
export type ListQuery = z.output<typeof listQuery>;

/** The default direction of an order: titles from A, dates newest first. */
export function defaultDirection(order: (typeof LIST_ORDERS)[number]): (typeof DIRECTIONS)[number] {
  return order === 'title' ? 'asc' : 'desc';
}

/** Blocks of a next issue that are kept unchanged on purpose. */
const keptBlocksForm = z.strictObject({
  blocks: z.array(blockName).min(1, 'Please choose a block').max(CODE_MAX_BLOCKS),
});

const shared = {
  title: z.string(),
  body: z.string(),
  layout_type: z.enum(LAYOUT_TYPES),
  status: z.enum(NEWSLETTER_STATUSES),
  /** Null before the first publishing; never changes afterwards. */
  slug: z.string().nullable(),
  has_unpublished_changes: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
} as const;

export const newsletterListItem = resource(
  'news_letter',
  z.object({
    ...shared,
    /** The latest delivery, planned or started. */
    last_delivery: deliveryState.nullable(),
    /** The next thing that is planned for it. */
    next_timing: timingState.nullable(),
    /** Whether it is listed on the school's page while that is switched on. */
    is_listed: z.boolean(),
  }),
);
export type NewsletterListItem = z.infer<typeof newsletterListItem>;

/**
 * For a next issue: the day of the issue before, and the names of the blocks that are still unchanged.
 * `dates`: the blocks with dates, which some people may want to remove.
 */
const carriedOver = z.object({
  day: z.string(),
  /** Whether all of the blocks are from a ready-made newsletter rather than an issue before. */
  is_example: z.boolean().default(false),
  blocks: z.array(z.string()),
  dates: z.array(z.string()),
  /** The keys of rows with a ready-made newsletter's invented content, by the names of their blocks. */
  rows: z.record(z.string(), z.array(z.string())).default({}),
  /** The fields of date rows that are still a ready-made newsletter's, by the names of the blocks and the keys of the rows. */
  fields: z.record(z.string(), z.record(z.string(), z.array(z.enum(DATE_FIELDS)))).default({}),
  /** The names of the blocks that are a ready-made newsletter's or have such rows, from wherever they were copied. */
  examples: z.array(z.string()).default([]),
  example_dates: exampleMarks.shape.dates,
});

export const newsletterResource = resource(
  'news_letter',
  z.object({
    ...shared,
    ...storedSettings,
    /** The stored list of blocks. See `codeSchema`. */
    code: z.array(z.unknown()),
    footerContent: z.string(),
    carried_over: carriedOver.nullable(),
    /** The file names (last part of the URL) of deleted uploads in `code`. Readers do not get them. */
    missing_files: z.array(z.string()),
    version: z.number().int(),
    published_at: timestamp.nullable(),
  }),
);
export type NewsletterResource = z.infer<typeof newsletterResource>;

const newsletterReply = z.object({ news_letter: single(newsletterResource) });

/** The reply to a save for a client that knows all other fields because it sent them. */
export const savedNewsletter = resource(
  'news_letter',
  newsletterResource.shape.attributes
    .pick({
      status: true,
      version: true,
      has_unpublished_changes: true,
      missing_files: true,
      updated_at: true,
    })
    .extend({ carried_over: carriedOver.nullable().default(null) }),
);

export const newsletterRoutes = {
  listNewsletters: route({
    method: 'GET',
    path: '/news_letters',
    access: 'member',
    token: 'newsletters:read',
    summary: "The school's newsletters",
    query: listQuery,
    status: 200,
    reply: z.object({ news_letter: many(newsletterListItem), ...paged }),
  }),
  lastNewsletter: route({
    method: 'GET',
    path: '/news_letters/last/created',
    access: 'member',
    token: 'newsletters:read',
    summary: 'The newsletter that was created last, with the given title, as a pattern for the next',
    query: z.strictObject({ title: optionalText.default('') }),
    status: 200,
    reply: newsletterReply,
  }),
  publishedNewsletter: route({
    method: 'GET',
    path: '/news_letters/published/:slug',
    access: 'anyone',
    summary: 'What readers see',
    params: z.object({
      slug: z
        .string()
        .min(1)
        .max(2 * TEXT_MAX),
    }),
    status: 200,
    reply: z.object({
      news_letter: z.object({
        data: z.object({
          attributes: z.object({
            title: z.string(),
            body: z.string(),
            published_at: timestamp,
            school_name: z.string(),
            /** The page whose link everybody has. Empty in editions of the program's first version. */
            ...aboutSchema.shape,
          }),
        }),
      }),
    }),
  }),
  getNewsletter: route({
    method: 'GET',
    path: '/news_letters/:id',
    access: 'contributor',
    token: 'newsletters:read',
    ofPart: true,
    summary: 'One newsletter with its blocks',
    params: idParams,
    status: 200,
    reply: newsletterReply,
  }),
  createNewsletter: route({
    method: 'POST',
    path: '/news_letters',
    access: 'member',
    token: 'newsletters:write',
    summary: 'Create a newsletter, empty or with given blocks',
    wrapper: 'news_letter',
    body: createNewsletterForm,
    bodyLimit: NEWSLETTER_BODY_LIMIT,
    status: 201,
    reply: newsletterReply,
    needsPlan: true,
  }),
  updateNewsletter: route({
    method: 'PATCH',
    path: '/news_letters/:id',
    access: 'contributor',
    token: 'newsletters:write',
    ofPart: true,
    summary: 'Save the draft',
    params: idParams,
    wrapper: 'news_letter',
    wrapperOptional: true,
    body: updateNewsletterForm,
    bodyLimit: NEWSLETTER_BODY_LIMIT,
    status: 200,
    reply: newsletterReply,
    minimalReply: z.object({ news_letter: single(savedNewsletter) }),
    needsPlan: true,
  }),
  publishNewsletter: route({
    method: 'PUT',
    path: '/news_letters/publish/:id',
    access: 'member',
    token: 'newsletters:publish',
    summary: 'Let readers see the draft as it is now',
    params: idParams,
    wrapper: 'news_letter',
    wrapperOptional: true,
    body: publishNewsletterForm,
    status: 200,
    reply: newsletterReply,
    needsPlan: true,
  }),
  nextIssue: route({
    method: 'POST',
    path: '/news_letters/:id/next_issue',
    access: 'member',
    token: 'newsletters:write',
    summary: 'Copy it as the next issue, with title and date moved on by the rhythm of the issues so far',
    params: idParams,
    wrapper: 'news_letter',
    wrapperOptional: true,
    body: nextIssueForm,
    status: 201,
    reply: newsletterReply,
    needsPlan: true,
  }),
  keepBlocks: route({
    method: 'PUT',
    path: '/news_letters/:id/kept_blocks',
    access: 'member',
    token: 'newsletters:write',
    summary: 'Keep blocks of a next issue as they were in the issue before',
    params: idParams,
    wrapper: 'news_letter',
    wrapperOptional: true,
    body: keptBlocksForm,
    status: 200,
    reply: newsletterReply,
    needsPlan: true,
  }),
  unpublishNewsletter: route({
    method: 'PUT',
    path: '/news_letters/unpublish/:id',
    access: 'member',
    token: 'newsletters:publish',
    summary: 'Take it back to draft',
    params: idParams,
    status: 200,
    reply: newsletterReply,
    whenDiskFull: true,
    whileSuspended: true,
  }),
  deleteNewsletter: route({
    method: 'DELETE',
    path: '/news_letters/:id',
    access: 'member',
    token: 'newsletters:write',
    summary: 'Delete it, its public page included',
    params: idParams,
    status: 204,
    whenDiskFull: true,
  }),
} as const;
