import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  APPROVAL_LINK_MS,
  APPROVAL_MESSAGES,
  type ApprovalResource,
  type approvalRoutes,
  type DecisionForm,
  mayApprove,
} from '#contract/approval/approval.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { type Approval, approvalRuleOf, listCandidates } from '#server/data/approvals.ts';
import { type Actor, recordAudit } from '#server/data/audit-log.ts';
import { requireMail } from '#server/data/mail-limits.ts';
import { announceNotes } from '#server/data/newsletter-news.ts';
import { insertNote } from '#server/data/notes.ts';
import { timeZoneOf } from '#server/data/schools.ts';
import { staffNames } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';
import { loadNewsletter, refuseOtherVersion } from '#server/features/newsletters/drafts/service.ts';
import { recordState } from '#server/features/newsletters/history/record-state.ts';
import { findNewestState } from '#server/features/newsletters/history/states-repo.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import { conflict, forbidden, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { hasSameDates, shownHash } from './approved-dates.ts';
import { changesSince, isUnchanged, keptContent, versionOf } from './content.ts';
import { changesSinceAnswer } from './earlier.ts';
import { approvalMail } from './mails.ts';
import { changeWaiting, endWaiting, findAnsweredBefore, insertApproval, lockNewsletter } from './repo.ts';
import { findApproval } from './required.ts';
import { listApprovers, presentApprover } from './settings.ts';

/** Requesting approval, taking a request back, and answering it. */

/** The state of a newsletter's approval. Throws 404. */
export async function showApproval(
  context: AppContext,
  caller: Member,
  id: string,
): Promise<ApprovalResource> {
  const { database } = context;
  const { schoolId } = caller;
  const draft = await loadNewsletter(context, caller, id);
  const found = await findApproval(database, schoolId, id);
  return {
    id,
    type: 'approval',
    attributes: {
      is_on: (await approvalRuleOf(database, schoolId)).isOn,
      approvers: (await listApprovers(database, schoolId, caller.personId)).map(presentApprover),
      request: found && (await presentRequest(context, caller, found, draft)),
    },
  };
}

async function presentRequest(context: AppContext, caller: Member, request: Approval, draft: Newsletter) {
  const { database } = context;
  const { schoolId, status, approverId } = request;
  if (status === 'withdrawn' || status === 'replaced') return null;
  const nameOf = await staffNames(database, schoolId);
  const candidates = await listCandidates(database, schoolId);
  // Only the approver reads it, so only while the request waits.
  const before =
    status === 'waiting'
      ? await database.forSchool(schoolId, () => findAnsweredBefore(database, request))
      : null;
  const changes = changesSince(request, draft).map(({ block, words }) => ({ block, words }));
  // Publishing would be refused because of them. A waiting request is about the current dates, so they cannot differ.
  if (status === 'approved' && isUnchanged(request, draft) && !(await hasSameDates(context, request, draft)))
    changes.push({ block: null, words: 'The dates have changed' });
  return {
    id: request.id,
    status,
    asked_by: nameOf(request.askedBy),
    approver: nameOf(approverId),
    decided_by: nameOf(request.decidedBy),
    message: request.message,
    needed_by: request.neededBy,
    needed_time: request.neededTime,
    words: request.words,
    about: request.about,
    asked_at: request.askedAt.toISOString(),
    decided_at: request.decidedAt?.toISOString() ?? null,
    is_orphaned: status === 'waiting' && !candidates.some(({ id }) => id === approverId),
    may_answer: mayApprove(caller.role) && mayAnswer(request, caller.personId, candidates),
    has_changed: changes.length > 0 || !isUnchanged(request, draft),
    changes,
    before: before && {
      status: before.status === 'approved' ? ('approved' as const) : ('changes' as const),
      decided_by: nameOf(before.decidedBy),
      changes: changesSinceAnswer(before, request).map(({ block, words }) => ({ block, words })),
    },
    state_id: request.stateId,
  };
}

type AskForm = z.output<(typeof approvalRoutes)['askApproval']['body']>;

/**
 * Asks an approver by mail; an earlier waiting request is replaced, and its link stops working. Throws 404, 409 if approval is off or
 * the version is not the stored one, 400 for a person who may not approve, 429 after too many mails.
 */
export async function askForApproval(
  context: AppContext,
  caller: Member,
  id: string,
  form: AskForm,
): Promise<void> {
  const { database } = context;
  const { schoolId, personId } = caller;
  const stored = await loadNewsletter(context, caller, id);
  if (!(await approvalRuleOf(database, schoolId)).isOn) throw conflict(APPROVAL_MESSAGES.off);
  const approvers = await listApprovers(database, schoolId, personId);
  const approver = approvers.find((one) => one.id === form.approver_id);
  const isOwn = form.approver_id === personId;
  if (approver === undefined)
    throw invalid({ approver_id: isOwn ? APPROVAL_MESSAGES.own : APPROVAL_MESSAGES.approver });
  refusePast(form, await timeZoneOf(database, schoolId), context.clock.now());
  await refuseOtherVersion(context, stored, form);
  await requireMail(context, 'approval', { to: approver.email, schoolId });
  const askedAt = context.clock.now();
  const asked = await database.forSchool(schoolId, async () => {
    const draft = await lockNewsletter(database, schoolId, id);
    if (draft?.version !== form.version) return false;
    await endWaiting(database, schoolId, id, 'replaced');
    const request = await insertApproval(database, {
      ...keptContent(draft),
      shownHash: await shownHash(context, draft),
      schoolId,
      newsletterId: id,
      version: draft.version,
      askedBy: personId,
      approverId: approver.id,
      message: form.message,
      neededBy: form.needed_by ?? null,
      neededTime: form.needed_time ?? null,
      askedAt,
      expiresAt: new Date(askedAt.getTime() + APPROVAL_LINK_MS),
    });
    const about = { of: presentApprover(approver).name, version: draft.version, news_letter_id: id };
    await recordAudit(context, caller, 'approval_asked', draft.title, about);
    await context.jobs.send(approvalMail, { kind: 'ask', schoolId, id: request.id });
    return true;
  });
  // The newsletter was saved in between.
  if (!asked) await refuseOtherVersion(context, await loadNewsletter(context, caller, id), form);
  announceNotes(database, schoolId, id);
}

function refusePast({ needed_by, needed_time }: AskForm, timeZone: string, now: Date): void {
  if (needed_by === undefined) return;
  if (needed_by < dayIn(timeZone, now)) throw invalid({ needed_by: APPROVAL_MESSAGES.past });
  if (needed_time !== undefined && momentIn(timeZone, needed_by, needed_time) <= now)
    throw invalid({ needed_time: APPROVAL_MESSAGES.pastTime });
}

/** Takes back a waiting request: its link stops working. Does nothing without one. Throws 404. */
export async function takeBack(context: AppContext, caller: Member, id: string): Promise<void> {
  const { database } = context;
  const { title } = await loadNewsletter(context, caller, id);
  const isEnded = await database.forSchool(caller.schoolId, async () => {
    // Answering takes the same lock, so one of the two comes first.
    await lockNewsletter(database, caller.schoolId, id);
    const ended = await endWaiting(database, caller.schoolId, id, 'withdrawn');
    if (ended === null) return false;
    const about = { version: ended.version, news_letter_id: id };
    await recordAudit(context, caller, 'approval_taken_back', title, about);
    return true;
  });
  if (isEnded) announceNotes(database, caller.schoolId, id);
}

/**
 * Answers in the editor, about the version that is read there, which may be newer than the requested one. Throws
 * 404; 403 to the person who asked, see `mayAnswer`; 409 if the version is not the stored one, or no request waits; 400 for changes
 * without words.
 */
export async function decide(
  context: AppContext,
  caller: Member,
  id: string,
  form: DecisionForm,
): Promise<void> {
  const { database } = context;
  const { schoolId } = caller;
  if (form.decision === 'changes' && form.words === '')
    throw invalid({ words: APPROVAL_MESSAGES.whatChanges });
  await refuseOtherVersion(context, await loadNewsletter(context, caller, id), form);
  const outcome = await database.forSchool(schoolId, async () => {
    const draft = await lockNewsletter(database, schoolId, id);
    if (draft === null) throw notFound('Newsletter');
    if (draft.version !== form.version) return 'moved';
    const request = await findApproval(database, schoolId, id);
    const candidates = await listCandidates(database, schoolId);
    if (request?.status === 'waiting' && !mayAnswer(request, caller.personId, candidates))
      throw forbidden(APPROVAL_MESSAGES.own);
    const decided = request && (await recordDecision(context, caller, request, draft, form));
    return decided === null ? 'not waiting' : 'decided';
  });
  if (outcome === 'not waiting') throw conflict(APPROVAL_MESSAGES.notWaiting);
  if (outcome === 'decided') announceNotes(database, schoolId, id);
  if (outcome === 'moved') await refuseOtherVersion(context, await loadNewsletter(context, caller, id), form);
}

/**
 * Writes an answer about a locked draft: the request with the draft as it is now, the state that is kept, or the note with the requested
 * changes, the log, and the mail to the person who asked. Null if the request waits no longer. Runs in the school's transaction.
 */
export async function recordDecision(
  context: AppContext,
  actor: Actor,
  request: Approval,
  draft: Newsletter,
  { decision, words, about }: Omit<DecisionForm, 'version'>,
): Promise<Approval | null> {
  const { database } = context;
  const { schoolId, personId } = actor;
  const now = context.clock.now();
  const isApproved = decision === 'approve';
  if (request.status !== 'waiting') return null;
  const kept = isApproved ? await keepApproved(context, actor, draft) : {};
  const answer = { decidedBy: personId, decidedAt: now, words, about: about ?? null };
  const status = isApproved ? 'approved' : 'changes';
  const decided = await changeWaiting(database, request, { ...kept, ...answer, status });
  if (decided === null) return null;
  const details = { version: decided.version, news_letter_id: draft.id };
  const action = isApproved ? 'newsletter_approved' : 'newsletter_changes_asked';
  await recordAudit(context, actor, action, draft.title, details);
  if (!isApproved) await noteWords(context, actor, draft, { words, about });
  if (request.askedBy !== null && request.askedBy !== personId)
    await context.jobs.send(approvalMail, { kind: 'answer', schoolId, id: request.id });
  return decided;
}

// Requested changes become a note, which can be answered and resolved: at their block, or on the newsletter if the block is deleted. If
// there are too many notes, only the answer contains the words.
async function noteWords(
  { database, clock }: AppContext,
  { schoolId, personId }: Actor,
  draft: Newsletter,
  { words, about }: Pick<DecisionForm, 'words' | 'about'>,
): Promise<void> {
  const block = about === undefined ? null : findBlock(versionOf(draft).document, about);
  const thread = { schoolId, newsletterId: draft.id, block: block?.name ?? '', blockType: block?.type ?? '' };
  const note = { id: randomUUID(), personId, text: words, mentions: [], createdAt: clock.now() };
  await insertNote(database, thread, note);
}

// An approved state stays in the history for good.
async function keepApproved(context: AppContext, { schoolId, personId }: Actor, draft: Newsletter) {
  const { database, clock } = context;
  await recordState(database, draft, { reason: 'approved', personId, now: clock.now() });
  const state = await findNewestState(database, schoolId, draft.id);
  return {
    ...keptContent(draft),
    shownHash: await shownHash(context, draft),
    version: draft.version,
    stateId: state?.id ?? null,
  };
}

/** Whether one of the candidates may answer a request: not the person who asked, unless nobody else may approve. */
export function mayAnswer(
  { askedBy }: Pick<Approval, 'askedBy'>,
  personId: string,
  candidates: readonly Pick<User, 'id'>[],
): boolean {
  return askedBy !== personId || candidates.every(({ id }) => id === personId);
}
