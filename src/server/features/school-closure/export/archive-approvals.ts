import type { Readable } from 'node:stream';
import { nameOrEmail } from '#contract/rules/names.ts';
import type { AppContext } from '#server/context.ts';
import { listArchivedApprovals } from '#server/data/approvals.ts';
import type { User } from '#server/data/users.ts';
import { csvOf } from '#server/platform/csv.ts';

const HEADINGS = [
  'newsletter',
  'version',
  'asked_by',
  'asked_at',
  'asked',
  'message',
  'needed_by',
  'status',
  'answered_by',
  'answered_at',
  'words',
] as const;

/** All requests for approval with their answers, as a table of the archive. */
export function approvalsCsv({ database }: AppContext, schoolId: string): Readable {
  const nameOf = (person: User | null) => person && nameOrEmail(person);
  async function* rows() {
    const requests = await listArchivedApprovals(database, schoolId);
    yield requests.map(({ approval, asker, approver, decider }) => [
      approval.settings.title,
      String(approval.version),
      nameOf(asker),
      approval.askedAt.toISOString(),
      nameOf(approver),
      approval.message,
      approval.neededBy && [approval.neededBy, approval.neededTime ?? ''].join(' ').trim(),
      approval.status,
      nameOf(decider),
      approval.decidedAt?.toISOString() ?? null,
      approval.words,
    ]);
  }
  return csvOf(HEADINGS, rows());
}
