import type { Readable } from 'node:stream';
import { AUDIT_ACTIONS } from '#contract/audit.ts';
import { AGREEMENT_LABELS, IMPORT_AGREEMENTS } from '#contract/subscribers.ts';
import type { AppContext } from '#server/context.ts';
import { listAuditLinesAfter } from '#server/data/audit-log.ts';
import { listArchivedDeliveries } from '#server/data/deliveries.ts';
import { csvOf } from '#server/platform/csv.ts';

/** A school's log and its deliveries, as tables of the archive. */

const ENTRIES_AT_ONCE = 1000;
const PHRASES: Readonly<Record<string, string>> = AUDIT_ACTIONS;

/** The school's log, oldest line first, with the names of that time. */
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
  if (agreement !== undefined) return AGREEMENT_LABELS[agreement];
  return Array.isArray(value) ? value.join(', ') : String(value);
}

const DELIVERY_HEADINGS = [
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

/** All deliveries, sent, scheduled or cancelled, with the numbers of their recipients. */
export function deliveriesCsv(context: AppContext, schoolId: string): Readable {
  const at = (moment: Date | null) => moment?.toISOString() ?? null;
  async function* rows() {
    const deliveries = await listArchivedDeliveries(context.database, schoolId);
    yield deliveries.map(({ delivery, title, firstName, lastName, email, ...counts }) => [
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
  return csvOf(DELIVERY_HEADINGS, rows());
}
