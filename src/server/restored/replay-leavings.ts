import { CLOSING_DAYS } from '#contract/school-closure.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { forgetFamilies } from '#server/data/families/forget.ts';
import { deleteReader, lockReader } from '#server/data/families/moves.ts';
import { suppress } from '#server/data/families/suppressions.ts';
import { findSchool, updateSchoolState } from '#server/data/schools.ts';
import { deleteStaffSessions } from '#server/data/sessions.ts';
import { setSubscribed } from '#server/data/subscribers.ts';
import { listInvitedAddresses } from '#server/features/accounts/staff/invitation-repo.ts';
import { pauseSending } from '#server/features/deliveries/pause-sending.ts';
import { unpublishAs } from '#server/features/newsletters/publishing/publishing.ts';
import { isPublished } from '#server/features/newsletters/repo.ts';
import { eraseSchool } from '#server/features/school-closure/erasure/erasure.ts';
import { type Leaving, readLeavings } from '#server/platform/leavings-file.ts';

/** Leavings after a backup was taken happen again once it is restored. */

type Replay = (context: AppContext, leaving: Leaving) => Promise<boolean>;

const REPLAYS = {
  left: (context, leaving) => subscribe(context, leaving, false),
  came_back: (context, leaving) => subscribe(context, leaving, true),
  deleted: deleteFamily,
  taken_down: takeDown,
  closed: (context, leaving) => close(context, leaving, true),
  reopened: (context, leaving) => close(context, leaving, false),
  erased: erase,
} as const satisfies Record<Leaving['what'], Replay>;

const WORDS = {
  left: ['family that had unsubscribed is off the list', 'families that had unsubscribed are off the list'],
  came_back: ['family that had come back is on the list', 'families that had come back are on the list'],
  deleted: ['deleted family is deleted', 'deleted families are deleted'],
  taken_down: ['newsletter that was taken down is a draft', 'newsletters that were taken down are drafts'],
  closed: ['closed school is closed', 'closed schools are closed'],
  reopened: ['reopened school is open', 'reopened schools are open'],
  erased: ['erased school is erased', 'erased schools are erased'],
} as const satisfies Record<Leaving['what'], readonly [string, string]>;

/** Replays the leavings since a moment. Resolves to sentences about what changed. */
export async function replayLeavings(context: AppContext, since: Date): Promise<readonly string[]> {
  const counts = new Map<Leaving['what'], number>();
  for (const leaving of lastOfEach(readLeavings(context.config.dataDir, since)))
    if (await REPLAYS[leaving.what](context, leaving))
      counts.set(leaving.what, (counts.get(leaving.what) ?? 0) + 1);
  return [...counts].map(([what, count]) => `${count} ${WORDS[what][count === 1 ? 0 : 1]} again.`);
}

const BACK: Readonly<Partial<Record<Leaving['what'], Leaving['what']>>> = {
  came_back: 'left',
  reopened: 'closed',
};

// A family that left and came back is on the list, and a school that closed and reopened is open: only the last leaving counts.
function lastOfEach(leavings: readonly Leaving[]): Iterable<Leaving> {
  const last = new Map<string, Leaving>();
  for (const leaving of leavings) {
    const { what, id } = leaving;
    const key = `${id} ${BACK[what] ?? what}`;
    last.delete(key);
    last.set(key, leaving);
  }
  return last.values();
}

async function subscribe(
  { database }: AppContext,
  { schoolId, id, at }: Leaving,
  isSubscribed: boolean,
): Promise<boolean> {
  return await database.forSchool(schoolId, () =>
    setSubscribed(database, schoolId, id, { isSubscribed, at: new Date(at) }),
  );
}

async function deleteFamily({ database }: AppContext, leaving: Leaving): Promise<boolean> {
  const { schoolId } = leaving;
  return await database.forSchool(schoolId, async () => {
    const stored = await lockReader(database, leaving);
    if (stored === null) return false;
    const { email, id } = stored;
    if (stored.status === 'unsubscribed') await suppress(database, schoolId, { email, id });
    await forgetFamilies(database, schoolId, [stored]);
    await deleteReader(database, stored);
    return true;
  });
}

// A deleted newsletter becomes a draft too: its author can delete it again.
async function takeDown(context: AppContext, { schoolId, id }: Leaving): Promise<boolean> {
  const { database } = context;
  if (!(await database.forSchool(schoolId, () => isPublished(database, schoolId, id)))) return false;
  // No process has a page in memory yet.
  await unpublishAs(
    context,
    { schoolId },
    id,
    () => undefined,
    async ({ title }) =>
      await recordAudit(context, { schoolId, personId: null }, 'newsletter_unpublished', title, {
        news_letter_id: id,
      }),
  );
  return true;
}

// Its payments ended at the provider, which is asked within the hour.
async function close(context: AppContext, { schoolId, at }: Leaving, isClosed: boolean): Promise<boolean> {
  const { database } = context;
  const school = await findSchool(database, schoolId);
  if (school === undefined || (school.closesAt !== null) === isClosed) return false;
  const closesAt = isClosed ? new Date(Date.parse(at) + CLOSING_DAYS * DAY_MS) : null;
  await database.transaction(async () => {
    if (isClosed) {
      await pauseSending(context, schoolId, 'closed');
      await deleteStaffSessions(database, schoolId);
    }
    await updateSchoolState(database, schoolId, { closesAt });
  });
  return true;
}

// Its plan was canceled when the school was closed.
async function erase(context: AppContext, { schoolId }: Leaving): Promise<boolean> {
  const { database, clock } = context;
  if ((await findSchool(database, schoolId)) === undefined) return false;
  await database.transaction(async () => {
    await deleteStaffSessions(database, schoolId);
    await updateSchoolState(database, schoolId, { closesAt: clock.now() });
  });
  await eraseSchool(context, schoolId, listInvitedAddresses);
  return true;
}
