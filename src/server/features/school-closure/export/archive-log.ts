import type { Readable } from 'node:stream';
import { AUDIT_ACTIONS } from '#contract/audit.ts';
import { notDelivered } from '#contract/delivery-state.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { AGREEMENT_LABELS, IMPORT_AGREEMENTS } from '#contract/subscribers.ts';
import type { AppContext } from '#server/context.ts';
import { listAuditLinesAfter } from '#server/data/audit-log.ts';
import { listArchivedDeliveries } from '#server/data/deliveries.ts';
import { listArchivedNotes } from '#server/data/newsletters.ts';
import { listArchivedParts } from '#server/data/parts.ts';
import { listMembers, namesOfMembers } from '#server/data/staff.ts';
import { listArchivedTimings } from '#server/data/timing/timings.ts';
import { csvOf } from '#server/platform/csv.ts';

/** A school's log, notes, parts, timings and deliveries, as tables of the archive. */

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

const NOTE_HEADINGS = ['newsletter', 'block', 'at', 'person', 'note', 'resolved_at'] as const;

/** The notes that staff wrote about newsletters, oldest first. */
export async function notesCsv({ database }: AppContext, schoolId: string): Promise<Readable> {
  const nameOf = namesOfMembers(await listMembers(database, schoolId));
  const notes = await listArchivedNotes(database, schoolId);
  async function* rows() {
    yield notes.map((note) => [
      note.title,
      note.blockType === '' ? 'the whole newsletter' : note.blockType.replaceAll('_', ' '),
      note.createdAt.toISOString(),
      nameOf(note.personId),
      note.text,
      note.resolvedAt?.toISOString() ?? null,
    ]);
  }
  return csvOf(NOTE_HEADINGS, rows());
}

const PART_HEADINGS = ['newsletter', 'part', 'person', 'due_on', 'given_by', 'given_at', 'done_at'] as const;

/** The parts of newsletters and their people, in the order in which they were given. */
export async function partsCsv({ database }: AppContext, schoolId: string): Promise<Readable> {
  const nameOf = namesOfMembers(await listMembers(database, schoolId));
  const parts = await listArchivedParts(database, schoolId);
  async function* rows() {
    yield parts.map(({ title, part }) => [
      title,
      part.label,
      nameOf(part.personId),
      part.dueOn,
      nameOf(part.givenBy),
      part.givenAt.toISOString(),
      part.doneAt?.toISOString() ?? null,
    ]);
  }
  return csvOf(PART_HEADINGS, rows());
}

const TIMING_HEADINGS = [
  'newsletter',
  'what',
  'at',
  'version',
  'sent_too',
  'status',
  'trouble',
  'planned_by',
  'planned_at',
  'ended_at',
] as const;

/** The timings of newsletters. */
export async function timingsCsv({ database }: AppContext, schoolId: string): Promise<Readable> {
  const nameOf = namesOfMembers(await listMembers(database, schoolId));
  const timings = await listArchivedTimings(database, schoolId);
  async function* rows() {
    yield timings.map((timing) => [
      timing.title,
      timing.kind,
      timing.at.toISOString(),
      String(timing.version),
      timing.sends ? 'yes' : 'no',
      timing.status,
      timing.trouble,
      nameOf(timing.plannedBy),
      timing.plannedAt.toISOString(),
      timing.endedAt?.toISOString() ?? null,
    ]);
  }
  return csvOf(TIMING_HEADINGS, rows());
}

const DELIVERY_HEADINGS = [
  'newsletter',
  'subject',
  'for',
  'status',
  'sent_by',
  'replies_to',
  'planned_for',
  'started_at',
  'finished_at',
  'people',
  'sent',
  'not_delivered',
  'not_confirmed',
  'skipped',
] as const;

/** All deliveries, sent, scheduled or cancelled, with the numbers of their recipients. */
export function deliveriesCsv(context: AppContext, schoolId: string): Readable {
  const at = (moment: Date | null) => moment?.toISOString() ?? null;
  async function* rows() {
    const deliveries = await listArchivedDeliveries(context.database, schoolId);
    yield deliveries.map(({ delivery, title, ...counts }) => [
      title,
      delivery.subject,
      delivery.audienceWords ?? 'everybody',
      delivery.status,
      nameOrEmail(counts),
      delivery.replyTo,
      at(delivery.sendAt),
      at(delivery.startedAt),
      at(delivery.finishedAt),
      ...[counts.total, counts.sent, notDelivered(counts), counts.unconfirmed, counts.skipped].map(String),
    ]);
  }
  return csvOf(DELIVERY_HEADINGS, rows());
}
