import { z } from 'zod';
import { GROUPS_STORED_MAX } from '#contract/groups/groups.ts';
import { importColumn, importGroupValue, importUndoing } from '#contract/groups/import-groups.ts';
import { emailColumn, letters, mendedAddress, unknownWord } from '#contract/groups/import-questions.ts';
import { BOUNCE_KINDS } from '#contract/mail/bounces.ts';
import { email, optionalText, requiredString } from './fields.ts';
import { DIRECTIONS, idParams, many, paged, paging, resource, single, timestamp } from './resource.ts';
import { route } from './route.ts';

/** Subscribers get a school's newsletters by e-mail. They have no account. */

export const SUBSCRIBER_STATUSES = ['subscribed', 'unsubscribed'] as const;
/**
 * `stopped`: gets no mail, for whatever reason. `no_group`: in no group that is in use. `not_in_file`: subscribed, but
 * not in the file of the last import.
 */
export const SUBSCRIBER_FILTERS = [
  'all',
  'subscribed',
  'stopped',
  'unsubscribed',
  'bounced',
  'no_group',
  'not_in_file',
] as const;
export const SUBSCRIBER_ORDERS = ['name', 'email', 'created_at'] as const;

/** Limits of an import file, in bytes and in lines without the heading. 20,000 lines are about a megabyte. */
export const IMPORT_MAX_BYTES = 5 * 1024 * 1024;
export const IMPORT_MAX_LINES = 20_000;
/** The widest export of a school system has about a hundred columns. */
export const IMPORT_MAX_COLUMNS = 200;
// One JSON value per line: see `importEvent`.
const IMPORT_PROGRESS_TYPE = 'application/x-ndjson';

export const SUBSCRIBER_MESSAGES = {
  invited: 'Subscriber successfully added',
  updated: 'Subscriber successfully updated',
  taken: 'This email address is on your list already',
  unsubscribed:
    'This person has unsubscribed, so the address cannot be added again. Only they can change that, by the unsubscribe link in a newsletter that they have had',
  full: 'Your list is full. Write to us for more room',
  chooseFile: 'Please choose a CSV file',
  agreement: 'Please say how these families agreed',
} as const;

/** How the people in a file agreed to get newsletters. The answer is stored with the import. */
export const IMPORT_AGREEMENTS = ['asked', 'told', 'moved'] as const;
export type ImportAgreement = (typeof IMPORT_AGREEMENTS)[number];

/** The answers as shown in the form. */
export const AGREEMENT_LABELS = {
  asked: 'They asked for it: on a form, by email or in person',
  told: 'They are our families or staff, and we have told them that we send newsletters',
  moved: 'They get our newsletters by email already, and can leave the list at any time',
} as const satisfies Readonly<Record<ImportAgreement, string>>;

/** How long a finished import can be undone, in days. */
export const SUBSCRIBER_IMPORT_UNDO_DAYS = 30;

/**
 * The states of a running import; a school has at most one. `canceling`: it undoes what it has done so far.
 * `undoing`: it was done, and undoes everything.
 */
export const IMPORT_UNDER_WAY = ['reading', 'running', 'canceling', 'undoing'] as const;
/** `failed`: the file could not be read or its groups were refused, and nothing was changed. */
export const IMPORT_STATUSES = [...IMPORT_UNDER_WAY, 'done', 'canceled', 'undone', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Whether an import is still running. */
export function isImportUnderWay(status: ImportStatus): boolean {
  return IMPORT_UNDER_WAY.some((underWay) => underWay === status);
}

export const subscriberForm = z.strictObject({
  first_name: requiredString(),
  last_name: requiredString(),
  email,
  /** The groups in use that the subscriber is in. Absent: none for a new one, no change for a stored one. */
  group_ids: z.array(z.uuid()).max(GROUPS_STORED_MAX).optional(),
});
/** A subscriber who signed up themselves may have no name. */
export const namelessSubscriberForm = subscriberForm.extend({
  first_name: optionalText,
  last_name: optionalText,
});
/** Only the fields that change. */
export const updateSubscriberForm = namelessSubscriberForm.partial();

const subscribersQuery = z.strictObject({
  /** Searches names and addresses. */
  search_string: optionalText.default(''),
  filter: z.enum(SUBSCRIBER_FILTERS).default('all'),
  /** Only those in this group. */
  group: z.uuid().optional(),
  order: z.enum(SUBSCRIBER_ORDERS).default('name'),
  direction: z.enum(DIRECTIONS).optional(),
  ...paging,
});
export type SubscribersQuery = z.output<typeof subscribersQuery>;

/** The default direction of an order: names and addresses from A, dates newest first. */
export function subscribersDirection(order: (typeof SUBSCRIBER_ORDERS)[number]): (typeof DIRECTIONS)[number] {
  return order === 'created_at' ? 'desc' : 'asc';
}

export const subscriberResource = resource(
  'subscriber',
  z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    /** The groups in use that they are in, in the order of lists. */
    groups: z.array(z.object({ id: z.uuid(), name: z.string() })),
    status: z.enum(SUBSCRIBER_STATUSES),
    /** The family's choices: the language of the program's texts (null: the school's), and which mails they get. */
    language: z.string().nullable(),
    own_groups_only: z.boolean(),
    monthly_digest: z.boolean(),
    /** When they signed up themselves; null if the school added them. */
    signed_up_at: timestamp.nullable(),
    unsubscribed_at: timestamp.nullable(),
    /** When the address was permanently refused or mails came back repeatedly, the mail server's reply, and which of the two it was. */
    bounced_at: timestamp.nullable(),
    bounce_reason: z.string().nullable(),
    bounce_kind: z.enum(BOUNCE_KINDS).nullable(),
    /** When they reported a newsletter as spam, which unsubscribed them. */
    complained_at: timestamp.nullable(),
    created_at: timestamp,
  }),
);
export type SubscriberResource = z.infer<typeof subscriberResource>;

/** The reply of every call about one subscriber, and of `GET /invites/:id`. */
export const subscriberReply = z.object({ subscriber: single(subscriberResource) });

/** The outcome of a line. `message` gives the reason for `skipped` and `error`, and the former name for `updated`. */
export const IMPORT_OUTCOMES = ['added', 'updated', 'skipped', 'error'] as const;
export const importLine = z.object({
  /** The line number in the file; the heading is line 1. */
  line: z.number().int(),
  outcome: z.enum(IMPORT_OUTCOMES),
  /** The name of its file, if there are several. */
  file: z.string().optional(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** For a skipped line: the line with the same address, which has the data of both. */
  same_as: z.number().int().optional(),
  /** For an error: set if only the address is wrong, which a person may correct. */
  mendable: z.literal(true).optional(),
  message: z.string().optional(),
});
export type ImportLine = z.infer<typeof importLine>;

const importReply = z.object({
  import: z.object({
    dry_run: z.boolean(),
    added: z.number().int(),
    updated: z.number().int(),
    /** The lines that are skipped, including `joined`. */
    skipped: z.number().int(),
    /** The skipped lines whose family is in another line, which has the data of both. */
    joined: z.number().int().default(0),
    errors: z.array(z.object({ line: z.number().int(), message: z.string() })),
    lines: z.array(importLine),
    /** Headings of the columns that were ignored. */
    ignored_columns: z.array(z.string()),
    /** The columns that may name groups; none once the import has begun. */
    columns: z.array(importColumn),
    group_values: z.array(importGroupValue),
    /** The columns that hold addresses; none once the import has begun, like the next two. */
    email_columns: z.array(emailColumn).default([]),
    /** Words that may mean that a person has left, without saying so clearly. */
    unknown_words: z.array(unknownWord).default([]),
    /** Sentences about possible mistakes in the file. */
    doubts: z.array(z.string()).default([]),
    /** The addresses that were corrected for it. */
    mended: z.array(mendedAddress).default([]),
    /** The possible character sets, if the file does not declare one. */
    letters: letters.nullable().default(null),
    /** How many people the file marks as having left, and how many of them are subscribed here. */
    marked: z.number().int().default(0),
    marked_on_list: z.number().int().default(0),
    /** How many of those are marked because mail to them came back. */
    came_back: z.number().int().default(0),
    /** Whether those are unsubscribed, and stay so when later files name them. */
    leaves: z.boolean().default(false),
    /** Subscribers who are not in this file. */
    missing: z.number().int(),
  }),
});
export type ImportReply = z.infer<typeof importReply>;

/** A started import. It runs in the background. */
export const importResource = resource(
  'subscriber_import',
  z.object({
    file_name: z.string(),
    agreement: z.enum(IMPORT_AGREEMENTS),
    status: z.enum(IMPORT_STATUSES),
    /** Lines in the file (0 while it is being read), and how many are done. */
    total: z.number().int(),
    done: z.number().int(),
    added: z.number().int(),
    updated: z.number().int(),
    skipped: z.number().int(),
    /** The skipped lines whose family is in another line. */
    joined: z.number().int().default(0),
    /** Lines with an error. */
    unreadable: z.number().int(),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
    /** For a failed import: why its groups were refused, or that reading it was interrupted; null if its file could not be read. */
    refusal: z.string().nullable(),
    /** Whether the outcome of each line is available: for a day after the import. */
    has_result: z.boolean(),
    /** Until when it can be undone; null if it cannot. */
    undoable_until: timestamp.nullable(),
    /** Subscribers who are not in its file; null for all but the last finished import. */
    missing: z.number().int().nullable(),
  }),
);
export type ImportResource = z.infer<typeof importResource>;

/** A progress line of a streamed import. The last line is the reply or an error body instead. */
export const importEvent = z.object({
  progress: z.object({ done: z.number().int(), total: z.number().int() }),
});

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])], 'Must be true or false')
  .transform((value) => value === true || value === 'true' || value === '1');

/** The parts of an import's multipart body. All but the file may also be in the query. */
export const importForm = z.strictObject({
  file: z.string(SUBSCRIBER_MESSAGES.chooseFile),
  dry_run: flag.optional(),
  /** Required except for a dry run. */
  agreement: z.enum(IMPORT_AGREEMENTS, SUBSCRIBER_MESSAGES.agreement).optional(),
  /** A `groupsInFile` as JSON. Without it, a dry run guesses, and an import uses no groups. */
  groups: z.string().optional(),
});

export const subscriberRoutes = {
  listSubscribers: route({
    method: 'GET',
    path: '/subscribers',
    access: 'owner',
    token: 'subscribers:read',
    summary: 'Who gets the newsletters',
    query: subscribersQuery,
    status: 200,
    reply: z.object({ subscribers: many(subscriberResource), ...paged }),
  }),
  createSubscriber: route({
    method: 'POST',
    path: '/subscribers',
    access: 'owner',
    token: 'subscribers:write',
    needsOpenSchool: true,
    summary: 'Add a subscriber; no mail is sent',
    wrapper: 'subscriber',
    body: subscriberForm,
    status: 201,
    reply: subscriberReply,
  }),
  importSubscribers: route({
    method: 'POST',
    path: '/subscribers/import',
    access: 'owner',
    token: 'subscribers:write',
    summary:
      'Add or rename subscribers from a CSV file; a dry run only says what would happen, anything else goes on when the caller has gone',
    query: importForm.omit({ file: true, groups: true }),
    multipart: { files: ['file', 'groups'], mode: 'stream', maxBytes: IMPORT_MAX_BYTES },
    status: 200,
    reply: importReply,
    progress: IMPORT_PROGRESS_TYPE,
    needsPlan: true,
  }),
  lastImport: route({
    method: 'GET',
    path: '/subscribers/imports/last',
    access: 'owner',
    token: 'subscribers:read',
    summary: 'The state of the last import; null where there was none',
    status: 200,
    reply: z.object({ subscriber_import: z.object({ data: importResource.nullable() }) }),
  }),
  importResult: route({
    method: 'GET',
    path: '/subscribers/imports/:id/result',
    access: 'owner',
    token: 'subscribers:read',
    summary: 'What became of each line of an import: once it is done, and for a day',
    params: idParams,
    status: 200,
    reply: importReply,
  }),
  cancelImport: route({
    method: 'PUT',
    path: '/subscribers/imports/:id/cancel',
    access: 'owner',
    token: 'subscribers:write',
    summary: 'End an import that is under way; what it has done so far is taken back',
    params: idParams,
    status: 200,
    reply: z.object({ subscriber_import: single(importResource) }),
  }),
  importUndoing: route({
    method: 'GET',
    path: '/subscribers/imports/:id/undo',
    access: 'owner',
    summary: 'What undoing an import would do now',
    params: idParams,
    status: 200,
    reply: z.object({ undoing: importUndoing }),
  }),
  undoImport: route({
    method: 'PUT',
    path: '/subscribers/imports/:id/undo',
    access: 'owner',
    needsOpenSchool: true,
    summary:
      'Undo an import that is done, for 30 days: whoever it added leaves the list, unless changed since',
    params: idParams,
    status: 200,
    reply: z.object({ subscriber_import: single(importResource) }),
  }),
  exportSubscribers: route({
    method: 'GET',
    path: '/subscribers/export',
    access: 'owner',
    sudo: true,
    summary: 'All subscribers as a CSV file that a spreadsheet opens safely and an import reads back',
    changesState: true,
    status: 200,
    stream: 'text/csv; charset=utf-8',
  }),
  getSubscriber: route({
    method: 'GET',
    path: '/subscribers/:id',
    access: 'owner',
    token: 'subscribers:read',
    summary: 'One subscriber',
    params: idParams,
    status: 200,
    reply: subscriberReply,
  }),
  updateSubscriber: route({
    method: 'PATCH',
    path: '/subscribers/:id',
    access: 'owner',
    token: 'subscribers:write',
    needsOpenSchool: true,
    summary: 'Change a name or an address',
    params: idParams,
    wrapper: 'subscriber',
    body: updateSubscriberForm,
    status: 200,
    reply: subscriberReply,
  }),
  deleteSubscriber: route({
    method: 'DELETE',
    path: '/subscribers/:id',
    access: 'owner',
    token: 'subscribers:write',
    summary: 'Delete a subscriber; who had unsubscribed still cannot come back by an import',
    params: idParams,
    status: 204,
    whenDiskFull: true,
    whileSuspended: true,
  }),
} as const;
