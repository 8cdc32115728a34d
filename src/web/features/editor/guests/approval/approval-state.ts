import type { ApprovalRequest } from '#contract/approval/approval.ts';
import type { PublicState } from '#web/features/editor/kernel/opened.ts';
import { shortDate } from '#web/words/days.ts';

/** The state of a request in the editor. `moved`: changed since the request; `changed`: since the approval. */
export type ApprovalKind = 'waiting' | 'moved' | 'orphaned' | 'changes' | 'approved' | 'changed';

/** The kind that the heads show; null if there is nothing to say: it was answered, and families see the newsletter as it is. */
export function approvalKind(request: ApprovalRequest | null, publicState: PublicState): ApprovalKind | null {
  if (request === null) return null;
  const { status, has_changed, is_orphaned } = request;
  if (status === 'waiting') return is_orphaned ? 'orphaned' : has_changed ? 'moved' : 'waiting';
  if (publicState === 'published') return null;
  if (status === 'changes') return 'changes';
  return has_changed ? 'changed' : 'approved';
}

/** Whether publishing needs an approval that nobody has requested yet. */
export function isToBeAsked(request: ApprovalRequest | null): boolean {
  if (request?.status === 'approved') return request.has_changed;
  return approvalKind(request, 'draft') !== 'waiting';
}

/** The state in a few words. `time`: when it was answered; `isAsker`: worded for the person who asks, not for the approver. */
export function approvalStateWords(
  kind: ApprovalKind,
  request: ApprovalRequest,
  { isAsker, time }: { readonly isAsker: boolean; readonly time: string },
): string {
  const answered = request.decided_by ?? 'Somebody who has left';
  switch (kind) {
    case 'waiting':
      return isAsker
        ? `Waiting for ${request.approver ?? 'an answer'}${untilWords(request)}`
        : `${request.asked_by ?? 'Somebody'} asks for approval${untilWords(request)}`;
    case 'moved':
      return isAsker
        ? 'Changed since you asked'
        : `${request.asked_by ?? 'Somebody'} asks for approval, and has gone on since`;
    case 'orphaned':
      return 'Who was asked approves no longer';
    case 'changes':
      return `${answered} asks for changes`;
    case 'approved':
      return `Approved by ${answered} ${time}`;
    case 'changed':
      return `${changedWords(request)} since approval`;
  }
}

// ' until Fri 9 Oct, 11:00'
function untilWords({ needed_by, needed_time }: ApprovalRequest): string {
  if (needed_by === null) return '';
  const time = needed_time === null ? '' : `, ${needed_time}`;
  return ` until ${shortDate(needed_by)}${time}`;
}

// '2 blocks changed'; without blocks 'Title changed'.
function changedWords({ changes }: ApprovalRequest): string {
  const blocks = new Set(changes.flatMap(({ block }) => block ?? []));
  if (blocks.size > 0) return `${blocks.size} ${blocks.size === 1 ? 'block' : 'blocks'} changed`;
  return changes[0]?.words ?? 'Changed';
}
