import type { Readable } from 'node:stream';
import { AUDIT_ACTIONS } from '#contract/audit.ts';
import { AGREEMENT_WORDS, IMPORT_AGREEMENTS } from '#contract/subscribers.ts';
import type { AppContext } from '#server/context.ts';
import { listAuditLinesAfter } from '#server/data/audit-log.ts';
import { listArchivedDeliveries } from '#server/data/deliveries.ts';
import { csvOf } from '#server/platform/csv.ts';

/** What has happened in a school, as tables of an archive: its log and its sendings. */

const ENTRIES_AT_ONCE = 1000;
const PHRASES: Readonly<Record<string, string>> = AUDIT_ACTIONS;

/** The school's log, the oldest line first, with names as they were at each. */
export function activityCsv(context: AppContext, schoolId: string): Readable {
  async function* rows() {
    for (let last = 0; ; ) {
      const page = await listAuditLinesAfter(context.database, schoolId, last, ENTRIES_AT_ONCE);
      if (page.length === 0) return;
      yield page.map(({ createdAt, actor, actorRole, action, subject, details }) => [
        createdAt.toISOString(),
        actor || context.config.product.name,
        actorRole,
        PHRASES[action] ?? action.replaceAll('_', ' '),
        subject,
        detailWords(details),
      ]);
      last = page.at(-1)?.sequence ?? last;
    }
  }
  return csvOf(['at', 'person', 'role', 'did', 'what', 'details'], rows());
}

// 'file: parents.csv; added: 40; agreement: They asked for it: …'
function detailWords(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueWords(name, value)}`)
    .join('; ');
}

function valueWords(name: string, value: unknown): string {
  const agreement = IMPORT_AGREEMENTS.find((each) => name === 'agreement' && each === value);
  if (agreement !== undefined) return AGREEMENT_WORDS[agreement];
  return Array.isArray(value) ? value.join(', ') : String(value);
}

const SENDING_HEADINGS = [
  'newsletter',
  'subject',
  'status',
  'sent_by',
  'replies_to',
  'planned_for',
  'started_at',
  'finished_at',
  'people',
  'sent',
  'not_delivered',
  'skipped',
] as const;

/** What was sent by e-mail, planned or cancelled, and how many got it. */
export function sendingsCsv(context: AppContext, schoolId: string): Readable {
  const at = (moment: Date | null) => moment?.toISOString() ?? null;
  async function* rows() {
    const sendings = await listArchivedDeliveries(context.database, schoolId);
    yield sendings.map(({ delivery, title, firstName, lastName, email, ...counts }) => [
      title,
      delivery.subject,
      delivery.status,
      `${firstName ?? ''} ${lastName ?? ''}`.trim() || email,
      delivery.replyTo,
      at(delivery.sendAt),
      at(delivery.startedAt),
      at(delivery.finishedAt),
      ...[counts.total, counts.sent, counts.failed, counts.skipped].map(String),
    ]);
  }
  return csvOf(SENDING_HEADINGS, rows());
}
