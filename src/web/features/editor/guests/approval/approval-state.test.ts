import { expect, it } from 'vitest';
import type { ApprovalRequest } from '#contract/approval/approval.ts';
import { approvalKind, approvalStateWords } from './approval-state.ts';

const asked: ApprovalRequest = {
  id: '4f0b2f0e-6c2d-4a39-9b61-0f3d5d8c7a11',
  status: 'waiting',
  asked_by: 'Priya Nair',
  approver: 'Ms Hart',
  decided_by: null,
  message: '',
  needed_by: null,
  needed_time: null,
  may_answer: true,
  words: '',
  about: null,
  asked_at: '2026-10-09T09:00:00.000Z',
  decided_at: null,
  is_orphaned: false,
  has_changed: false,
  changes: [],
  before: null,
  state_id: null,
};
const title = { block: null, words: 'Title changed' };
const dates = { block: 'a', words: 'Event: 1 date changed' };
const moved = { has_changed: true, changes: [title, dates] };
const approved = { status: 'approved', decided_by: 'Ms Hart' } as const;

const STATES: readonly (readonly [Partial<ApprovalRequest>, string, string])[] = [
  [{}, 'Waiting for Ms Hart', 'Priya Nair asks for approval'],
  [
    { needed_by: '2026-10-09' },
    'Waiting for Ms Hart until Fri 9 Oct',
    'Priya Nair asks for approval until Fri 9 Oct',
  ],
  [
    { needed_by: '2026-10-09', needed_time: '11:00' },
    'Waiting for Ms Hart until Fri 9 Oct, 11:00',
    'Priya Nair asks for approval until Fri 9 Oct, 11:00',
  ],
  [moved, 'Changed since you asked', 'Priya Nair asks for approval, and has gone on since'],
  [{ is_orphaned: true }, 'Who was asked approves no longer', 'Who was asked approves no longer'],
  [{ ...approved, status: 'changes' }, 'Ms Hart asks for changes', 'Ms Hart asks for changes'],
  [approved, 'Approved by Ms Hart 10:47', 'Approved by Ms Hart 10:47'],
  [{ ...approved, ...moved }, '1 block changed since approval', '1 block changed since approval'],
  [
    { ...approved, has_changed: true, changes: [title] },
    'Title changed since approval',
    'Title changed since approval',
  ],
];
it.each(STATES)('says of %o: %s', (change, toAsker, toApprover) => {
  const request: ApprovalRequest = { ...asked, ...change };
  const kind = approvalKind(request, 'draft');
  if (kind === null) throw new Error('Nothing is said');
  expect(approvalStateWords(kind, request, { isAsker: true, time: '10:47' })).toBe(toAsker);
  expect(approvalStateWords(kind, request, { isAsker: false, time: '10:47' })).toBe(toApprover);
});

it('says nothing without a request, and once what was approved is published', () => {
  expect(approvalKind(null, 'draft')).toBeNull();
  expect(approvalKind({ ...asked, ...approved }, 'published')).toBeNull();
  // Somebody who needs no approval has published it all the same.
  expect(approvalKind({ ...asked, ...approved, status: 'changes' }, 'published')).toBeNull();
  // Somebody who needs no approval has published what was changed since.
  expect(approvalKind({ ...asked, ...approved, ...moved }, 'published')).toBeNull();
  expect(approvalKind({ ...asked, ...approved, ...moved }, 'later')).toBe('changed');
});
