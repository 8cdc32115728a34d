import { z } from 'zod';
import type { Role } from '#contract/access.ts';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { idParams, resource, single, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { blockName } from '#newsletter/document/block.ts';
import { cleanLines } from '#newsletter/document/lines.ts';
import { calendarDay } from '#newsletter/values/day.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';

/** Approval: if the school wants it, somebody approves a draft before it is published. */

/** The states of a request. `changes`: the approver asked for changes. `replaced`: a newer request took its place. */
export const APPROVAL_STATUSES = ['waiting', 'approved', 'changes', 'withdrawn', 'replaced'] as const;
const APPROVAL_DECISIONS = ['approve', 'changes'] as const;

/** Whether a role may approve. */
export function mayApprove(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}

/** Whether a role publishes and sends only approved drafts while approval is on. `bindsOwner`: the owner too. */
export function needsApproval(role: Role, bindsOwner: boolean): boolean {
  return !mayApprove(role) || (bindsOwner && role === 'owner');
}

/** The path prefix of the approver's pages, which need no session; the mailed token follows. */
export const APPROVE_PATH = '/approve/';
/** How long a mailed link works, in milliseconds. */
export const APPROVAL_LINK_MS = 14 * DAY_MS;
const SENTENCE_MAX = 1000;

export const APPROVAL_MESSAGES = {
  requiredToPublish: 'This newsletter has to be approved before it is published',
  datesChanged: 'The dates have changed since it was approved. Please ask again',
  requiredToSend: 'This newsletter has to be approved before it is sent',
  off: 'Approval is switched off in your school',
  approver: 'Please choose who approves',
  past: 'Please choose today or a later day',
  pastTime: 'Please choose a later time',
  timeWithoutDay: 'Please choose a day as well',
  own: 'You have asked for this yourself. Somebody else has to approve it',
  notWaiting: 'Nobody is asking for approval of this newsletter any more',
  changed: 'It has changed since',
  sentence: `Limit is ${SENTENCE_MAX} symbols`,
  whatChanges: 'Please say what should change',
} as const;

/** The message with a request or an answer: several lines, or none. */
export const approvalWords = z
  .string(FIELD_MESSAGES.required)
  .max(10_000, APPROVAL_MESSAGES.sentence)
  .transform(cleanLines)
  .pipe(z.string().max(SENTENCE_MAX, APPROVAL_MESSAGES.sentence));

const version = z.number().int().min(1);
export const approvalSettingsForm = z.strictObject({
  is_on: z.boolean(),
  approver_ids: z.array(z.uuid()).max(100).optional(),
  binds_owner: z.boolean().optional(),
});
const askForm = z
  .strictObject({
    approver_id: z.uuid(APPROVAL_MESSAGES.approver),
    message: approvalWords.default(''),
    /** The day by which the answer is needed, in the school's time zone, and its time, `HH:mm`; absent: no deadline. */
    needed_by: calendarDay.optional(),
    needed_time: z.iso.time({ precision: -1 }).optional(),
    /** The version to approve. 409 if the stored version differs. */
    version,
  })
  .refine(({ needed_by, needed_time }) => needed_time === undefined || needed_by !== undefined, {
    path: ['needed_by'],
    message: APPROVAL_MESSAGES.timeWithoutDay,
  });
const decisionForm = z.strictObject({
  decision: z.enum(APPROVAL_DECISIONS),
  words: approvalWords.default(''),
  /** The block that the message is about; absent: the whole page. */
  about: blockName.optional(),
  /** The version that the approver has read. 409 if the stored version differs. */
  version,
});
export type DecisionForm = z.output<typeof decisionForm>;
/**
 * The fields of the two forms behind the mailed link. `read`: the fingerprint of the draft that was shown, if it
 * differs from the one that the request was about. `shown`: the hash of that draft with its dates, as shown.
 */
export const approveByLinkForm = z.strictObject({
  decision: z.literal('approve'),
  read: z.string().max(200).optional(),
  shown: z.string().max(200).optional(),
});
export const changesByLinkForm = z.strictObject({
  about: z.string().default(''),
  words: z.string().default(''),
});

const person = z.object({ id: z.uuid(), name: z.string() });
const settingsResource = resource(
  'approval_settings',
  z.object({
    is_on: z.boolean(),
    /** Whether the owner, too, publishes and sends only what somebody else has approved. */
    binds_owner: z.boolean().default(false),
    /** The people who are asked. */
    approvers: z.array(person),
    /** The people who can be chosen: owner and admins. */
    candidates: z.array(person),
    /** People who are invited as admins and have not joined yet. */
    invited: z.array(z.object({ name: z.string(), invited_at: timestamp })).default([]),
  }),
);
export type ApprovalSettings = z.infer<typeof settingsResource>['attributes'];

const requestSchema = z.object({
  id: z.uuid(),
  status: z.enum(['waiting', 'approved', 'changes']),
  /** Names are null once the account is deleted. */
  asked_by: z.string().nullable(),
  approver: z.string().nullable(),
  decided_by: z.string().nullable(),
  message: z.string(),
  needed_by: z.string().nullable(),
  needed_time: z.string().nullable(),
  /** The sentence of the answer. */
  words: z.string(),
  /** The name of the block that the sentence is about; null: the whole page. */
  about: z.string().nullable(),
  asked_at: timestamp,
  decided_at: timestamp.nullable(),
  /** Whether the approver can no longer answer: they have left, or may no longer approve. */
  is_orphaned: z.boolean(),
  /** Whether the caller may answer. The person who asked may not, unless nobody else in the school may approve. */
  may_answer: z.boolean(),
  /** Whether the newsletter differs from the version that was sent for approval or approved, and how: see `changesBetween`. */
  has_changed: z.boolean(),
  changes: z.array(z.object({ block: z.string().nullable(), words: z.string() })),
  /** The answer to the previous request, and what changed between it and this one; null for the first request. */
  before: z
    .object({
      status: z.enum(['approved', 'changes']),
      decided_by: z.string().nullable(),
      changes: z.array(z.object({ block: z.string().nullable(), words: z.string() })),
    })
    .nullable(),
  /** The approved state in the history; null if there is none. */
  state_id: z.uuid().nullable(),
});
export type ApprovalRequest = z.infer<typeof requestSchema>;

const approvalResource = resource(
  'approval',
  z.object({
    is_on: z.boolean(),
    /** The people who can be asked. */
    approvers: z.array(person),
    /** The newest request that was not withdrawn. */
    request: requestSchema.nullable(),
  }),
);
/** The id is that of the newsletter. */
export type ApprovalResource = z.infer<typeof approvalResource>;

const ofSchool = { path: '/schools/:id/approval', access: 'owner_or_admin', params: idParams } as const;
const ofNewsletter = { path: '/news_letters/:id/approval', params: idParams } as const;
const reply = z.object({ approval: single(approvalResource) });
const settingsReply = z.object({ approval_settings: single(settingsResource) });

export const approvalRoutes = {
  getApprovalSettings: route({
    ...ofSchool,
    method: 'GET',
    summary: 'Whether newsletters need approval, and whose',
    status: 200,
    reply: settingsReply,
  }),
  updateApprovalSettings: route({
    ...ofSchool,
    method: 'PUT',
    needsOpenSchool: true,
    summary: 'Switch approval on or off, and choose who approves',
    wrapper: 'approval_settings',
    body: approvalSettingsForm,
    status: 200,
    reply: settingsReply,
  }),
  getApproval: route({
    ...ofNewsletter,
    method: 'GET',
    access: 'member',
    token: 'newsletters:read',
    summary: 'The state of the approval of a draft',
    status: 200,
    reply,
  }),
  askApproval: route({
    ...ofNewsletter,
    method: 'POST',
    access: 'member',
    summary: 'Ask somebody by mail to approve the draft as it is; an earlier request is replaced',
    wrapper: 'approval',
    body: askForm,
    status: 201,
    reply,
    needsPlan: true,
  }),
  takeBackApproval: route({
    ...ofNewsletter,
    method: 'DELETE',
    access: 'member',
    summary: 'Take back a request that waits; without one nothing happens',
    status: 200,
    reply,
  }),
  decideApproval: route({
    ...ofNewsletter,
    method: 'PUT',
    access: 'owner_or_admin',
    needsOpenSchool: true,
    summary: 'Approve a draft that waits for it, or ask for changes',
    wrapper: 'approval',
    body: decisionForm,
    status: 200,
    reply,
  }),
} as const;
