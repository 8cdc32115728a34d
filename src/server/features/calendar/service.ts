import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  type changeEventForm,
  EVENT_MESSAGES,
  EVENTS_MAX,
  type EventForm,
  type EventResource,
  eventForm,
} from '#contract/calendar/events.ts';
import { schoolPagePath } from '#contract/paths.ts';
import { detailsOf } from '#newsletter/events/notices.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { changeAt, isSameOnCalendar, nextSequence } from '#server/data/events/event-content.ts';
import {
  findAnnouncingNewsletters,
  findEvent,
  insertEvents,
  listEvents,
  type SchoolEventRow,
  updateEvent,
} from '#server/data/events/events.ts';
import { findSchoolPages } from '#server/data/families/school-pages.ts';
import { currentGroups, currentIds } from '#server/data/groups/current-groups.ts';
import { listGroups } from '#server/data/groups/groups.ts';
import { listTermDates } from '#server/data/rhythm/rhythm.ts';
import { loadSchool, lockSchool } from '#server/data/schools.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { wrongInput } from '#server/platform/http/input.ts';
import { eventColumns, eventFormOf } from './columns.ts';
import { isUnseen, type Presenting, presentEvent } from './present.ts';
import { countEvents, deleteEventRow } from './repo.ts';

/** The school's dates: reading, adding, changing, calling off and deleting them. */
export class SchoolCalendar {
  readonly #context: AppContext;
  readonly #changed: () => void;

  constructor(context: AppContext, changed: () => void) {
    this.#context = context;
    this.#changed = changed;
  }

  /** The dates that end on a day or later. */
  async list({ schoolId }: Member, from: string | undefined): Promise<readonly EventResource[]> {
    const rows = await listEvents(this.#context.database, schoolId, from);
    const presenting = await this.#presenting(schoolId);
    return rows.filter(({ withdrawn }) => !withdrawn).map((row) => presentEvent(row, presenting));
  }

  /** The holidays in the term dates that end on a day or later. */
  async holidays({ schoolId }: Member, from = '') {
    const rows = await listTermDates(this.#context.database, schoolId);
    return rows
      .filter(({ kind, lastOn }) => kind === 'holiday' && lastOn >= from)
      .map(({ name, firstOn, lastOn }) => ({ name, first_on: firstOn, last_on: lastOn }));
  }

  /** The path of the public diary; null while there is none. */
  async diary({ schoolId }: Member): Promise<string | null> {
    const pages = await findSchoolPages(this.#context.database, schoolId);
    return pages?.showsDiary ? schoolPagePath(pages.address, 'diary') : null;
  }

  /** Adds a date. Throws 409 beyond the limit, 400 for an unknown group. */
  async create(caller: Member, form: EventForm): Promise<EventResource> {
    const { database, clock } = this.#context;
    const { schoolId } = caller;
    const row = await database.forSchool(schoolId, async () => {
      await lockSchool(database, schoolId);
      if ((await countEvents(database, schoolId)) >= EVENTS_MAX) throw conflict(EVENT_MESSAGES.full);
      await this.#requireGroups(schoolId, form.groups);
      const now = clock.now();
      const id = randomUUID();
      const added = await insertEvents(database, [
        {
          ...eventColumns(form),
          ...{ id, schoolId, uid: `${schoolId}.${id.replaceAll('-', '')}`, source: 'calendar' },
          ...{ sequence: nextSequence(0, now), changedAt: now, createdAt: now },
        },
      ]);
      await recordAudit(this.#context, caller, 'event_added', form.title, { date: form.date });
      return returnedRow(added);
    });
    return await this.#answer(row);
  }

  /**
   * Changes the given fields of a date; its sequence rises if calendars now show something else. Throws 404, 400 for an unknown group and
   * for times that do not fit the others.
   */
  async change(caller: Member, id: string, given: z.output<typeof changeEventForm>): Promise<EventResource> {
    const { database, clock } = this.#context;
    const { schoolId } = caller;
    const row = await database.forSchool(schoolId, async () => {
      await lockSchool(database, schoolId);
      const before = await this.#require(schoolId, id);
      const form = changedForm(before, given);
      await this.#requireGroups(schoolId, form.groups, before.groups);
      const after = { ...before, ...eventColumns(form) };
      const now = clock.now();
      const isChanged = !isSameOnCalendar(before, after);
      const changes = isChanged ? changeAt(before, now) : {};
      const source = before.source === 'newsletter' ? { source: 'calendar' as const } : {};
      const changed = await updateEvent(database, before, { ...eventColumns(form), ...changes, ...source });
      await recordAudit(this.#context, caller, actionOf(before, form), before.title, { date: form.date });
      return changed;
    });
    if (row === null) throw notFound('Date');
    return await this.#answer(row);
  }

  /** Deletes a date. Throws 404; 409 for one that families have seen. */
  async remove(caller: Member, id: string): Promise<void> {
    const { database, clock } = this.#context;
    const { schoolId } = caller;
    await database.forSchool(schoolId, async () => {
      const row = await this.#require(schoolId, id);
      const isPublic = await this.#isPublic(schoolId);
      if (!isUnseen(row, { isPublic, now: clock.now() })) throw conflict(EVENT_MESSAGES.seen);
      await deleteEventRow(database, row);
      await recordAudit(this.#context, caller, 'event_deleted', row.title, { date: row.date });
    });
    this.#changed();
  }

  /** Whether families can see the dates. */
  async #isPublic(schoolId: string): Promise<boolean> {
    return (await findSchoolPages(this.#context.database, schoolId))?.showsDiary === true;
  }

  async #require(schoolId: string, id: string): Promise<SchoolEventRow> {
    const row = await findEvent(this.#context.database, schoolId, id);
    if (row === null || row.withdrawn) throw notFound('Date');
    return row;
  }

  async #requireGroups(
    schoolId: string,
    ids: readonly string[],
    before: readonly string[] = [],
  ): Promise<void> {
    const groups = await listGroups(this.#context.database, schoolId);
    const known = new Set([...before, ...groups.map((group) => group.id)]);
    if (!ids.every((id) => known.has(id))) throw invalid({ groups: EVENT_MESSAGES.group });
  }

  async #answer(row: SchoolEventRow): Promise<EventResource> {
    this.#changed();
    const groups = currentIds(await currentGroups(this.#context.database, row.schoolId), row.groups);
    return presentEvent({ ...row, groups }, await this.#presenting(row.schoolId));
  }

  async #presenting(schoolId: string): Promise<Presenting> {
    const { database, clock } = this.#context;
    const { timeZone } = await loadSchool(database, schoolId);
    const isPublic = await this.#isPublic(schoolId);
    return {
      timeZone,
      now: clock.now(),
      isPublic,
      announcing: await findAnnouncingNewsletters(database, schoolId),
    };
  }
}

// Fields that are not given keep their value, also one that somebody else has changed meanwhile.
function changedForm(before: SchoolEventRow, given: z.output<typeof changeEventForm>): EventForm {
  const { data, error } = eventForm.safeParse({ ...eventFormOf(before), ...given });
  if (error !== undefined) throw wrongInput(error);
  const isBackOn = before.isCancelled && !data.is_cancelled;
  return isBackOn ? { ...data, description: detailsOf(data.description) } : data;
}

function actionOf(before: SchoolEventRow, form: EventForm) {
  if (before.isCancelled === form.is_cancelled) return 'event_changed';
  return form.is_cancelled ? 'event_called_off' : 'event_back_on';
}
