import { type Change, changesBetween } from '#newsletter/changes/changes.ts';
import type { AudienceMarks } from '#newsletter/render/audience-marks.ts';
import type { Approval } from '#server/data/approvals.ts';
import { contentOf, versionOf } from './content.ts';

/** The changes in a second request since the answer to the one before, so that the approver need not read everything again. */

/** The differences between the answered request and the next one. */
export function changesSinceAnswer(before: Approval, request: Approval): readonly Change[] {
  if (before.fingerprint === request.fingerprint) return [];
  return changesBetween(versionOf(contentOf(before)), versionOf(contentOf(request)));
}

/** 'since you approved it', 'since Fola asked for changes'; `subject` as a subject. */
export function sinceWords({ status }: Approval, subject: string): string {
  return `since ${subject} ${status === 'approved' ? 'approved it' : 'asked for changes'}`;
}

const MARKS = { added: 'Added', changed: 'Changed', moved: 'Moved' } as const;

/** The marks of a newsletter for its approver: which groups see each block, and what has changed in it. */
export function withChangeMarks(marks: AudienceMarks, changes: readonly Change[]): AudienceMarks {
  const all = new Map(marks);
  for (const { block, kind } of changes) {
    if (block === null || kind === 'setting' || kind === 'removed') continue;
    const audience = marks.get(block);
    all.set(block, audience === undefined ? MARKS[kind] : `${MARKS[kind]} · ${audience}`);
  }
  return all;
}

/** The anchor of the first changed block, at which a frame begins; empty for the top. */
export function firstChange(changes: readonly Change[]): string {
  const [first] = changes.filter(({ kind }) => kind !== 'setting' && kind !== 'removed');
  return first?.block == null ? '' : `#mark-${encodeURIComponent(first.block)}`;
}
