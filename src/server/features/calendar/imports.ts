import { randomUUID } from 'node:crypto';
import {
  DATE_IMPORT_UNDO_DAYS,
  EVENT_IMPORT_MESSAGES,
  type ImportedEvent,
} from '#contract/calendar/event-imports.ts';
import { EVENT_MESSAGES, EVENTS_MAX } from '#contract/calendar/events.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { changeAt, isSameOnCalendar, nextSequence } from '#server/data/events/event-content.ts';
import {
  insertEvents,
  isSameEvent,
  listEvents,
  type SchoolEventRow,
  updateEvent,
} from '#server/data/events/events.ts';
import { listGroups } from '#server/data/groups/groups.ts';
import { lockSchool } from '#server/data/schools.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import type { ImportedChange } from '#server/platform/db/schema/events.ts';
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { eventColumns } from './columns.ts';
import {
  countEvents,
  deleteEventRow,
  findDateImport,
  insertDateImport,
  markDateImportUndone,
} from './repo.ts';

/** Imports of dates, each in one transaction. */

/** The result of an import. */
export interface ImportDone {
  readonly id: string;
  readonly added: number;
  readonly changed: number;
}

/** Imports dates. Throws 409 beyond the limit, 400 for an unknown group. */
export async function importEvents(
  context: AppContext,
  caller: Member,
  events: readonly ImportedEvent[],
): Promise<ImportDone> {
  const { database, clock } = context;
  const { schoolId } = caller;
  return await database.forSchool(schoolId, async () => {
    await lockSchool(database, schoolId);
    if ((await countEvents(database, schoolId)) + events.length > EVENTS_MAX)
      throw conflict(EVENT_MESSAGES.full);
    const groups = new Set((await listGroups(database, schoolId)).map(({ id }) => id));
    if (!events.every((event) => event.groups.every((id) => groups.has(id))))
      throw invalid({ groups: EVENT_MESSAGES.group });
    const known = [...(await listEvents(database, schoolId))];
    const changes: ImportedChange[] = [];
    for (const event of events) {
      const change = await importEvent(context, schoolId, event, known);
      if (change !== null) changes.push(change);
    }
    const added = changes.filter(({ before }) => before === null).length;
    const row = await insertDateImport(database, { schoolId, changes, createdAt: clock.now() });
    const changed = changes.length - added;
    await recordAudit(context, caller, 'dates_imported', `${changes.length} dates`, { added, changed });
    return { id: row.id, added, changed };
  });
}

// Null if the date is stored unchanged. New rows join the known ones.
async function importEvent(
  { database, clock }: AppContext,
  schoolId: string,
  { import_uid: importUid, ...form }: ImportedEvent,
  known: SchoolEventRow[],
): Promise<ImportedChange | null> {
  const now = clock.now();
  const content = eventColumns(form);
  const same = known.find(
    (row) =>
      (importUid !== null && row.importUid === importUid) || (!row.withdrawn && isSameEvent(row, content)),
  );
  if (same !== undefined) {
    if (importUid === null || same.importUid !== importUid || isSameOnCalendar(same, content)) return null;
    const { groups: _groups, ...changed } = content;
    await updateEvent(database, same, { ...changed, ...changeAt(same, now) });
    return { id: same.id, before: contentOf(same), after: contentOf({ ...same, ...changed }) };
  }
  const id = randomUUID();
  const row = returnedRow(
    await insertEvents(database, [
      {
        ...content,
        ...{ id, schoolId, uid: `${schoolId}.${id.replaceAll('-', '')}`, source: 'import', importUid },
        ...{ sequence: nextSequence(0, now), changedAt: now, createdAt: now },
      },
    ]),
  );
  known.push(row);
  return { id, before: null, after: contentOf(row) };
}

function contentOf({ title, description, date, lastDay, time, end, place, isCancelled }: EventContentRow) {
  return { title, description, date, lastDay, time, end, place, isCancelled };
}
type EventContentRow = Pick<
  SchoolEventRow,
  'title' | 'description' | 'date' | 'lastDay' | 'time' | 'end' | 'place' | 'isCancelled'
>;

/** Undoes an import, except for dates changed since. Throws 404, and 409 if it is too late or undone already. */
export async function undoDateImport(context: AppContext, caller: Member, id: string): Promise<void> {
  const { database, clock } = context;
  const { schoolId } = caller;
  await database.forSchool(schoolId, async () => {
    await lockSchool(database, schoolId);
    const row = await findDateImport(database, schoolId, id);
    if (row === null) throw notFound('Import');
    const now = clock.now();
    if (row.undoneAt !== null || now.getTime() - row.createdAt.getTime() > DATE_IMPORT_UNDO_DAYS * DAY_MS)
      throw conflict(EVENT_IMPORT_MESSAGES.late);
    const known = new Map((await listEvents(database, schoolId)).map((event) => [event.id, event]));
    for (const { id: eventId, before, after } of row.changes) {
      const event = known.get(eventId);
      if (event === undefined || event.publishedAt !== null || !isSameOnCalendar(event, after)) continue;
      if (before === null) await deleteEventRow(database, event);
      else await updateEvent(database, event, { ...before, ...changeAt(event, now) });
    }
    await markDateImportUndone(database, row, now);
    await recordAudit(context, caller, 'dates_import_undone', `${row.changes.length} dates`);
  });
}
