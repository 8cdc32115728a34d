import { nameOrEmail } from '#contract/rules/names.ts';
import type { AppContext } from '#server/context.ts';
import { type Approval, fingerprintOf, listCandidates } from '#server/data/approvals.ts';
import { announceNotes } from '#server/data/newsletter-news.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import { findMember } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';
import { findNewestState } from '#server/features/newsletters/history/states-repo.ts';
import { findNewsletter, type Newsletter } from '#server/features/newsletters/repo.ts';
import { hasSameDates, shownHash } from './approved-dates.ts';
import { isUnchanged } from './content.ts';
import { findAnsweredBefore, findApprovalByToken, findApprovalRequest, lockNewsletter } from './repo.ts';
import { mayAnswer, recordDecision } from './requests.ts';

/** The request behind a mailed link, which is for one person and one version of one newsletter. */

/** - `open`: waits for the answer; `changed`: the newsletter has changed since; `answered`: by anybody.
 * - `ended`: too old; `taken back`; `asked again`: there is a newer mail. */
type VisitState = 'open' | 'changed' | 'answered' | 'ended' | 'taken back' | 'asked again';

export interface ApprovalVisit {
  readonly state: VisitState;
  readonly request: Approval;
  readonly school: School;
  readonly approver: User;
  /** The name of the person who asked; null if their account is deleted. */
  readonly asker: string | null;
  readonly draft: Newsletter;
  /** The answered request before this one, and who answered it: 'you', a name, or 'somebody'; null if this is the first. */
  readonly before: { readonly request: Approval; readonly answeredBy: string } | null;
  /** The name of the person who answered, unless that was the approver; null if their account is deleted. */
  readonly decider: string | null;
  /** The last save of the draft: by whom, and when. */
  readonly lastChange: { readonly by: string | null; readonly at: Date };
}

/**
 * Null for an unknown link, for a person who may not approve any more, or not this (see `mayAnswer`), and while the school is suspended.
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
      return person === undefined ? null : person.firstName || nameOrEmail(person);
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
        answeredBy:
          before.decidedBy === approver.id ? 'you' : ((await nameOf(before.decidedBy)) ?? 'somebody'),
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
 * Answers through an open link. If the newsletter has changed, only the version that was `read` is approved; changes may be requested
 * anyway, so that no words are lost. `shown`: the hash of the dates that were shown; only these are approved. Returns the visit after the
 * answer.
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
  if (outcome === 'decided') announceNotes(database, schoolId, newsletterId);
  return { visit: await findVisit(context, token), outcome };
}

// A page of an older version does not send the hash of its dates: they count as those of the mail.
async function isShown(
  context: AppContext,
  request: Approval,
  draft: Newsletter,
  shown: string | undefined,
): Promise<boolean> {
  if (shown !== undefined) return shown === (await shownHash(context, draft));
  return !isUnchanged(request, draft) || (await hasSameDates(context, request, draft));
}
