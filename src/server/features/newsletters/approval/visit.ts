import type { AppContext } from '#server/context.ts';
import { type Approval, fingerprintOf, listCandidates } from '#server/data/approvals.ts';
import { tellOfNotes } from '#server/data/newsletter-news.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import { findMember, staffName } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';
import { findNewestState } from '#server/features/newsletters/history/states-repo.ts';
import { findNewsletter, type Newsletter } from '#server/features/newsletters/repo.ts';
import { hasSameDates, shownHash } from './approved-dates.ts';
import { isUnchanged } from './content.ts';
import { findAnsweredBefore, findApprovalByToken, findApprovalRequest, lockNewsletter } from './repo.ts';
import { mayAnswer, recordDecision } from './requests.ts';

/** What a mailed link leads to. It is one person's, for one version of one newsletter. */

/** - `open`: waits for the answer; `changed`: the newsletter is another one now; `answered`, by whomever.
 * - `ended`: too old; `taken back`; `asked again`: there is a newer mail. */
type VisitState = 'open' | 'changed' | 'answered' | 'ended' | 'taken back' | 'asked again';

export interface ApprovalVisit {
  readonly state: VisitState;
  readonly request: Approval;
  readonly school: School;
  readonly approver: User;
  /** What who asked is called; null once their account is gone. */
  readonly asker: string | null;
  readonly draft: Newsletter;
  /** The request before it that was answered, and who did: 'you', a name, or 'somebody'; null if it is the first. */
  readonly before: { readonly request: Approval; readonly who: string } | null;
  /** Who answered, unless it was the approver; null also once their account is gone. */
  readonly decider: string | null;
  /** Who saved the draft last, and when. */
  readonly lastChange: { readonly by: string | null; readonly at: Date };
}

/**
 * Null for an unknown link, for one whose person approves no longer, or not this (see `mayAnswer`), and while the school is suspended.
 */
export async function findVisit(context: AppContext, token: string): Promise<ApprovalVisit | null> {
  const { database } = context;
  const request = await findApprovalByToken(database, token);
  if (request === null) return null;
  const { schoolId } = request;
  return await database.forSchool(schoolId, async () => {
    const school = await findSchool(database, schoolId);
    const draft = await findNewsletter(database, schoolId, request.newsletterId);
    const candidates = await listCandidates(database, schoolId);
    const approver = candidates.find(({ id }) => id === request.approverId);
    if (school === undefined || draft === null || approver === undefined) return null;
    if (school.closesAt !== null || school.suspendedAt !== null) return null;
    if (!mayAnswer(request, approver.id, candidates)) return null;
    const nameOf = async (id: string | null) => {
      const person = id === null ? undefined : await findMember(database, schoolId, id);
      return person === undefined ? null : person.firstName || staffName(person);
    };
    const before = await findAnsweredBefore(database, request);
    const last = await findNewestState(database, schoolId, draft.id);
    return {
      state: stateOf(context, school, request, draft),
      request,
      school,
      approver,
      draft,
      before: before && {
        request: before,
        who: before.decidedBy === approver.id ? 'you' : ((await nameOf(before.decidedBy)) ?? 'somebody'),
      },
      asker: await nameOf(request.askedBy),
      decider: request.decidedBy === approver.id ? null : await nameOf(request.decidedBy),
      lastChange: { by: await nameOf(last?.personId ?? null), at: draft.updatedAt },
    };
  });
}

function stateOf({ clock }: AppContext, school: School, request: Approval, draft: Newsletter): VisitState {
  if (request.status === 'withdrawn') return 'taken back';
  if (request.status === 'replaced') return 'asked again';
  if (request.status !== 'waiting') return 'answered';
  if (!school.approval || request.expiresAt <= clock.now()) return 'ended';
  return isUnchanged(request, draft) ? 'open' : 'changed';
}

/**
 * Answers by the link, if it is open. After the newsletter has changed it is approved only as it was `read` then; changes may be asked
 * for all the same, so that no words are lost. `shown`: it is approved only with the dates that were shown. Returns the visit as it is
 * then.
 */
export async function decideByLink(
  context: AppContext,
  token: string,
  {
    read,
    shown,
    ...answer
  }: Parameters<typeof recordDecision>[4] & {
    readonly read?: string | undefined;
    readonly shown?: string | undefined;
  },
): Promise<{ readonly visit: ApprovalVisit | null; readonly outcome: 'decided' | 'not' | 'other dates' }> {
  const { database } = context;
  const visit = await findVisit(context, token);
  if (visit === null) return { visit, outcome: 'not' };
  const { approver } = visit;
  const { schoolId, newsletterId, id } = visit.request;
  const outcome = await database.forSchool(schoolId, async () => {
    const draft = await lockNewsletter(database, schoolId, newsletterId);
    const request = await findApprovalRequest(database, schoolId, id);
    if (draft === null || request === null) return 'not';
    const state = stateOf(context, visit.school, request, draft);
    if (read !== undefined && read !== fingerprintOf(draft)) return 'not';
    const isRead = answer.decision === 'changes' || read !== undefined;
    if (state !== 'open' && !(state === 'changed' && isRead)) return 'not';
    if (answer.decision === 'approve' && !(await isShown(context, request, draft, shown)))
      return 'other dates';
    const actor = { schoolId, personId: approver.id };
    const decided = await recordDecision(context, actor, request, draft, answer);
    return decided === null ? 'not' : 'decided';
  });
  if (outcome === 'decided') tellOfNotes(database, schoolId, newsletterId);
  return { visit: await findVisit(context, token), outcome };
}

// A page of an older version does not say which dates it showed: then they are those of the mail.
async function isShown(
  context: AppContext,
  request: Approval,
  draft: Newsletter,
  shown: string | undefined,
): Promise<boolean> {
  if (shown !== undefined) return shown === (await shownHash(context, draft));
  return !isUnchanged(request, draft) || (await hasSameDates(context, request, draft));
}
