import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { listFileKeysAfter } from '#server/data/attachments.ts';
import { listAskedAddresses } from '#server/data/families/family-settings.ts';
import { noteLeaving } from '#server/data/restoring/note-leaving.ts';
import { deleteSchoolRows, listOwnAddresses } from '#server/data/school-rows.ts';
import { beginErasure, listSchoolsToErase } from '#server/data/schools.ts';
import { listMembers } from '#server/data/staff.ts';
import { listSubscribersAfter } from '#server/data/subscribers.ts';
import { vacuum } from '#server/platform/db/embedded/upkeep.ts';
import { queue } from '#server/platform/jobs/jobs.ts';

/** Erases closed schools 30 days later: their files, stored mails and rows. Accident R20. */

const erasure = queue('erase_schools', z.object({}));
const NIGHTLY = '10 2 * * *';
const TIME_LIMIT_SECONDS = 3600;
const PART = 500;

/** The addresses that a school has invited; `app.ts` supplies it. */
export type ListInvitedAddresses = (context: AppContext, schoolId: string) => Promise<readonly string[]>;

/** Defines the job and runs it every night. */
export function defineErasure(context: AppContext, listInvitedAddresses: ListInvitedAddresses): void {
  context.jobs.define(erasure, () => eraseSchools(context, listInvitedAddresses), {
    exclusive: true,
    retries: 3,
    timeLimit: TIME_LIMIT_SECONDS,
  });
  context.jobs.schedule(erasure, NIGHTLY, 'Europe/London', {});
}

/** Enqueues the job now, as the program may not have been running at night. */
export async function enqueueErasure({ jobs }: AppContext): Promise<void> {
  await jobs.send(erasure, {});
}

async function eraseSchools(context: AppContext, listInvitedAddresses: ListInvitedAddresses): Promise<void> {
  const due = await listSchoolsToErase(context.database, context.clock.now());
  for (const { id } of due) await eraseSchool(context, id, listInvitedAddresses);
  // An embedded database keeps deleted rows in its files until it is vacuumed.
  if (due.length > 0 && context.database.kind === 'pglite') await vacuum(context.database);
}

/** Erases a closed school. Its row is deleted last, so that the next run repeats an interrupted erasure. */
export async function eraseSchool(
  context: AppContext,
  schoolId: string,
  listInvitedAddresses: ListInvitedAddresses,
): Promise<void> {
  // Erasing earlier schools may have taken an hour, in which the owner may have reopened this one.
  if (!(await beginErasure(context.database, schoolId, context.clock.now()))) return;
  const staff = await listMembers(context.database, schoolId);
  const invited = await listInvitedAddresses(context, schoolId);
  const own = await listOwnAddresses(context.database, schoolId);
  await context.mail.forget([...new Set([...staff.map(({ email }) => email), ...invited, ...own])]);
  for await (const addresses of pages((after) => listAddresses(context, schoolId, after)))
    await context.mail.forget(addresses);
  for await (const addresses of pages((after) => listAskedAddresses(context.database, schoolId, after, PART)))
    await context.mail.forget(addresses);
  for await (const keys of pages((after) => listFileKeysAfter(context.database, schoolId, after, PART)))
    for (const key of keys) await context.files.delete(key);
  await deleteSchoolRows(context.database, schoolId, PART);
  noteLeaving(context, 'erased', { schoolId, id: schoolId });
}

async function* pages(
  read: (after: string) => Promise<readonly string[]>,
): AsyncGenerator<readonly string[]> {
  for (let last = ''; ; ) {
    const page = await read(last);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1) ?? last;
  }
}

async function listAddresses(
  { database }: AppContext,
  schoolId: string,
  after: string,
): Promise<readonly string[]> {
  const people = await listSubscribersAfter(database, schoolId, after, PART);
  return people.map(({ email }) => email);
}
