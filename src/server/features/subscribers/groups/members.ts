import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { GROUP_MESSAGES } from '#contract/groups/groups.ts';
import { MEMBERS_AT_ONCE_MAX, type MembersForm } from '#contract/groups/members.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import type { Group } from '#server/data/groups/groups.ts';
import { isFound } from '#server/features/subscribers/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import { subscriberGroupMembers as members, subscribers } from '#server/platform/db/schema/subscribers.ts';
import { badRequest, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { withGroups } from './service.ts';

/** Putting many subscribers into a group, and taking them out again. */

/** Adds subscribers; counts those left out because they left the group themselves. Throws 404 for a group not in use, 400 for too many. */
export async function addMembers(
  context: AppContext,
  caller: Member,
  id: string,
  form: MembersForm,
): Promise<{ readonly added: string[]; readonly left: number }> {
  const { schoolId } = caller;
  return await withGroups(context, schoolId, async (groups) => {
    const group = requireUsed(groups, id);
    const orm = context.database.orm();
    const chosen =
      'found' in form ? isFound(schoolId, form.found) : inArray(subscribers.id, [...form.subscriber_ids]);
    const wanted = and(eq(subscribers.schoolId, schoolId), chosen);
    const count = await orm.$count(subscribers, wanted);
    if (count > MEMBERS_AT_ONCE_MAX) throw badRequest(GROUP_MESSAGES.tooMany(MEMBERS_AT_ONCE_MAX));
    const hasLeft = sql`${id}::uuid = any (${subscribers.leftGroupIds})`;
    const left = await orm.$count(subscribers, and(wanted, hasLeft));
    const added = await insertMembers(context.database, group, and(wanted, not(hasLeft)));
    if (added.length > 0)
      await recordAudit(context, caller, 'group_filled', group.name, { count: added.length });
    return { added, left };
  });
}

/** Takes subscribers out of a group. Throws 404 for a group that is not in use. */
export async function removeMembers(
  context: AppContext,
  caller: Member,
  id: string,
  subscriberIds: readonly string[],
): Promise<void> {
  const { schoolId } = caller;
  await withGroups(context, schoolId, async (groups) => {
    const group = requireUsed(groups, id);
    const out = and(
      eq(members.schoolId, schoolId),
      eq(members.groupId, id),
      inArray(members.subscriberId, [...subscriberIds]),
    );
    const removed = await context.database
      .orm()
      .delete(members)
      .where(out)
      .returning({ id: members.subscriberId });
    if (removed.length > 0)
      await recordAudit(context, caller, 'group_unfilled', group.name, { count: removed.length });
  });
}

function requireUsed(groups: readonly Group[], id: string): Group {
  const group = groups.find((each) => each.id === id && each.retiredAt === null);
  if (group === undefined) throw notFound('Group');
  return group;
}

const insertedRows = z.array(z.object({ subscriber_id: z.string() }));

async function insertMembers(
  database: Database,
  { schoolId, id }: Pick<Group, 'schoolId' | 'id'>,
  wanted: SQL | undefined,
): Promise<string[]> {
  const { rows } = await database.orm().execute(sql`
    insert into ${members} (school_id, group_id, subscriber_id)
    select ${schoolId}, ${id}, ${subscribers.id} from ${subscribers} where ${wanted}
    on conflict do nothing returning subscriber_id`);
  return insertedRows.parse(rows).map(({ subscriber_id }) => subscriber_id);
}
