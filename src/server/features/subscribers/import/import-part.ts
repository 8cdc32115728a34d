import { IMPORT_MESSAGES, MARKED_MESSAGES } from '#contract/families/import-messages.ts';
import { groupKey } from '#contract/groups/group-names.ts';
import { suggestedAddress } from '#contract/mail/suggested-address.ts';
import { fullName } from '#contract/rules/names.ts';
import type { ImportLine } from '#contract/subscribers.ts';
import type { AppContext } from '#server/context.ts';
import { roomOnList } from '#server/data/families/list-room.ts';
import { findSuppressed } from '#server/data/families/suppressions.ts';
import { findGroupsOf, type GroupOfSubscriber, listGroups } from '#server/data/groups/groups.ts';
import type { Subscriber } from '#server/data/subscribers.ts';
import { notifyWebhooks } from '#server/data/webhooks/outbox.ts';
import {
  findByEmail,
  insertNewSubscribers,
  type Renaming,
  renameSubscribers,
} from '#server/features/subscribers/repo.ts';
import { insertChanges, insertMembers, markImported } from './import-changes.ts';
import type { KeptLine } from './import-lines.ts';
import type { ImportRow } from './import-repo.ts';
import { rememberMarked, unsubscribeMarked } from './marked.ts';

/** One transaction of an import: compares lines with the list and writes them. */

/** A line with its outcome. */
export type DecidedLine = KeptLine & Pick<ImportLine, 'outcome'>;

/** The free room on the list; each line that adds somebody reduces it. */
export interface ListRoom {
  remaining: number;
}

/** The free room on a school's list now. */
export async function currentRoom({ database }: AppContext, schoolId: string): Promise<ListRoom> {
  return { remaining: await roomOnList(database, schoolId) };
}

/** Decides the outcome of lines; writes nothing. */
export async function decideLines(
  { database }: AppContext,
  schoolId: string,
  lines: readonly KeptLine[],
  room: ListRoom,
): Promise<readonly DecidedLine[]> {
  const emails = lines.flatMap(({ email, outcome }) =>
    outcome === undefined ? [email, ...meantBy(email)] : [],
  );
  return await database.forSchool(schoolId, async () => {
    const rows = await findByEmail(database, schoolId, emails);
    const stored = new Map(rows.map((row) => [row.email, row]));
    const isGrouped = lines.some(({ groups = [] }) => groups.length > 0);
    const groupsOf = isGrouped
      ? await findGroupsOf(
          database,
          schoolId,
          rows.map(({ id }) => id),
        )
      : new Map<string, readonly GroupOfSubscriber[]>();
    const suppressed = await findSuppressed(database, schoolId, emails);
    const optedOutBy = await findOptedOutGroups(database, schoolId, rows);
    return lines.map(({ outcome, ...given }) => {
      if (outcome !== undefined) return { ...given, outcome };
      const known = stored.get(given.email) ?? mendedBefore(given, stored);
      const line = known === undefined ? given : { ...given, email: known.email };
      if (line.marked !== undefined) return { ...line, ...outcomeOfMarked(line, known) };
      const { groups = [], ...rest } = line;
      const has = new Set(groupsOf.get(known?.id ?? '')?.map(({ name }) => groupKey(name)));
      const optedOut = optedOutBy.get(known?.id ?? '');
      const missing = groups.filter((name) => !has.has(groupKey(name)) && !optedOut?.has(groupKey(name)));
      const decided = outcomeFor(line, missing, known, suppressed.has(line.email));
      if (decided.outcome !== 'added') return { ...rest, ...decided };
      if (room.remaining < 1) return { ...rest, outcome: 'error', message: IMPORT_MESSAGES.full };
      room.remaining -= 1;
      return { ...rest, ...decided };
    });
  });
}

function meantBy(email: string): readonly string[] {
  const meant = suggestedAddress(email);
  return meant === null ? [] : [meant];
}

// A file that is imported again still has the address that was corrected before.
function mendedBefore(
  { email, first_name, last_name }: KeptLine,
  stored: ReadonlyMap<string, Subscriber>,
): Subscriber | undefined {
  const known = stored.get(suggestedAddress(email) ?? '');
  return known?.firstName === first_name && known.lastName === last_name ? known : undefined;
}

// The keys of groups that subscribers have left themselves.
async function findOptedOutGroups(
  database: AppContext['database'],
  schoolId: string,
  rows: readonly Subscriber[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const leavers = rows.filter(({ leftGroupIds }) => leftGroupIds.length > 0);
  if (leavers.length === 0) return new Map();
  const groups = await listGroups(database, schoolId);
  return new Map(
    leavers.map(({ id, leftGroupIds }) => {
      const optedOut = groups.filter((group) => leftGroupIds.includes(group.id));
      return [id, new Set(optedOut.map(({ nameKey }) => nameKey))];
    }),
  );
}

/** Writes the decided lines of a part, and records what they changed. */
export async function applyLines(
  context: AppContext,
  row: ImportRow,
  { number, lines }: { readonly number: number; readonly lines: readonly DecidedLine[] },
): Promise<void> {
  const { database, clock } = context;
  const { schoolId, id: importId } = row;
  const added = lines.filter(({ outcome }) => outcome === 'added');
  const changed = lines.filter(({ outcome }) => outcome === 'added' || outcome === 'updated');
  await database.forSchool(schoolId, async () => {
    const joined = await insertNewSubscribers(database, schoolId, added.map(personOf), clock.now(), importId);
    await notifyWebhooks(context, schoolId, 'subscriber.joined', joined.map(importedOf));
    await renameSubscribers(database, schoolId, lines.flatMap(renamingOf));
    const isMarked = new Set(joined.map(({ email }) => email));
    const others = lines.filter(({ outcome, email }) => outcome !== 'error' && !isMarked.has(email));
    await markImported(
      database,
      row,
      others.map(({ email }) => email),
    );
    const found = await findByEmail(
      database,
      schoolId,
      changed.map(({ email }) => email),
    );
    const ids = new Map(found.map(({ email, id }) => [email, id]));
    const given = await insertMembers(database, schoolId, membersOf(row, changed, ids));
    const groupsOf = Map.groupBy(given, ({ subscriberId }) => subscriberId);
    const unsubscribed = await unsubscribeMarked(context, row, emailsOfMarked(lines, 'updated'));
    await rememberMarked(database, row, emailsOfMarked(lines, 'skipped'));
    const changes = changed.flatMap(({ email, outcome, before }) => {
      const subscriberId = ids.get(email);
      if (subscriberId === undefined) return [];
      const groupIds = (groupsOf.get(subscriberId) ?? []).map(({ groupId }) => groupId);
      const names = { firstBefore: before?.first_name ?? null, lastBefore: before?.last_name ?? null };
      return [
        {
          ...{ importId, schoolId, subscriberId, part: number, isAdded: outcome === 'added' },
          ...{ ...names, groupIds, hasLeft: unsubscribed.has(subscriberId) },
        },
      ];
    });
    await insertChanges(database, changes);
  });
}

function membersOf(
  { groupValues }: ImportRow,
  lines: readonly DecidedLine[],
  ids: ReadonlyMap<string, string>,
) {
  const idOf = new Map(
    groupValues.flatMap(({ group, group_id }) =>
      group === null ? [] : ([[groupKey(group), group_id]] as const),
    ),
  );
  return lines.flatMap(({ email, groups = [] }) => {
    const subscriber_id = ids.get(email);
    if (subscriber_id === undefined) return [];
    return groups.flatMap((name) => {
      const group_id = idOf.get(groupKey(name));
      return group_id === undefined ? [] : [{ subscriber_id, group_id }];
    });
  });
}

function emailsOfMarked(lines: readonly DecidedLine[], wanted: DecidedLine['outcome']): readonly string[] {
  const isWanted = ({ marked, outcome }: DecidedLine) => marked === 'leaves' && outcome === wanted;
  return lines.filter(isWanted).map(({ email }) => email);
}

function importedOf({ id, email }: Subscriber) {
  return { subscriber: { id, email }, how: 'imported' } as const;
}

function personOf({ first_name: firstName, last_name: lastName, email }: KeptLine) {
  return { firstName, lastName, email };
}

function renamingOf({ outcome, email, before, first_name, last_name }: KeptLine): Renaming[] {
  return outcome === 'updated' && before ? [{ email, from: before, to: { first_name, last_name } }] : [];
}

// A sign-up with the school is newer than what the file says.
function outcomeOfMarked(
  { marked, came_back }: Pick<KeptLine, 'marked' | 'came_back'>,
  stored: Subscriber | undefined,
): Pick<DecidedLine, 'outcome' | 'message'> {
  const words = MARKED_MESSAGES[came_back === true ? 'cameBack' : 'unsubscribed'];
  if (stored === undefined || stored.status === 'unsubscribed')
    return { outcome: 'skipped', message: words.marked };
  if (stored.signedUpAt !== null) return { outcome: 'skipped', message: words.signedUp };
  return marked === 'leaves'
    ? { outcome: 'updated', message: words.leaves }
    : { outcome: 'skipped', message: words.stays };
}

function outcomeFor(
  { first_name, last_name }: KeptLine,
  groups: readonly string[],
  stored: Subscriber | undefined,
  suppressed: boolean,
): Pick<DecidedLine, 'outcome' | 'message' | 'before' | 'groups'> {
  if (suppressed || stored?.status === 'unsubscribed')
    return { outcome: 'skipped', message: IMPORT_MESSAGES.unsubscribed };
  const into = groups.length > 0 ? [IMPORT_MESSAGES.groups(groups)] : [];
  const given = { ...(into[0] !== undefined && { message: into[0] }), groups: [...groups] };
  if (stored === undefined) return { outcome: 'added', ...given };
  const before = { first_name: stored.firstName, last_name: stored.lastName };
  // A line without a name leaves the stored name as it is.
  const isNameless = first_name === '' && last_name === '';
  const isSameName = isNameless || (before.first_name === first_name && before.last_name === last_name);
  if (isSameName && into.length === 0) return { outcome: 'skipped', message: IMPORT_MESSAGES.same };
  if (isSameName) return { outcome: 'updated', ...given };
  const renamed = IMPORT_MESSAGES.renamed(fullName(before));
  return { outcome: 'updated', before, groups: [...groups], message: [renamed, ...into].join('. ') };
}
