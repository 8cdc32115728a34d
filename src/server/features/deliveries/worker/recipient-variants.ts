import { and, eq, inArray } from 'drizzle-orm';
import { type Audience, DELIVERY_MESSAGES } from '#contract/deliveries.ts';
import type { AppContext } from '#server/context.ts';
import type { Delivery } from '#server/data/deliveries.ts';
import { currentGroups } from '#server/data/groups/current-groups.ts';
import { type GroupBits, groupBits, groupsOfBits } from '#server/data/groups/group-bits.ts';
import { type AudienceCounts, renewGroupBits } from '#server/data/recipients.ts';
import type { Database } from '#server/platform/db/client.ts';
import { deliveryReadings, deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { Refusal } from '#server/platform/http/errors.ts';
import type { MailSource } from './mail-source.ts';

/** Assigns mails to a delivery's recipients, by the groups that they are in when it begins. */

type Key = Pick<Delivery, 'id' | 'schoolId' | 'editionId'>;

/** 409: the blocks for groups would make more different mails than one sending may have. */
export class TooManyVariants extends Refusal {
  constructor() {
    super(409, { error_message: DELIVERY_MESSAGES.readings });
  }
}

/** The bits of the groups that a newsletter's blocks are for. */
export async function bitsOf(
  { database }: AppContext,
  schoolId: string,
  { targets }: Pick<MailSource, 'targets'>,
): Promise<GroupBits> {
  return targets.length === 0 ? [] : groupBits(targets, await currentGroups(database, schoolId));
}

/** Stores the mails of the recipients who are still waiting. Throws 409 if there would be too many different ones. */
export async function assignRecipientVariants(
  context: AppContext,
  { id, schoolId, editionId }: Key,
  { targets, variants }: Pick<MailSource, 'targets' | 'variants'>,
): Promise<void> {
  if (targets.length === 0 || editionId === null) return;
  const orm = context.database.orm();
  const waiting = and(eq(recipients.deliveryId, id), inArray(recipients.state, ['waiting', 'sending']));
  const found = await orm.selectDistinct({ bits: recipients.groupBits }).from(recipients).where(waiting);
  const sets = found.map(({ bits }) => groupsOfBits(targets, bits));
  const assigned = await variants.assign(context, { schoolId, editionId }, sets);
  if (assigned === 'too many') throw new TooManyVariants();
  const rows = found.flatMap(({ bits }, index) => {
    const variantId = assigned[index] ?? null;
    return bits === null || variantId === null
      ? []
      : [{ deliveryId: id, schoolId, editionId, groupBits: bits, variantId }];
  });
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await orm
      .insert(deliveryReadings)
      .values(rows.slice(from, from + AT_ONCE))
      .onConflictDoNothing();
}

// Below the limit of parameters in a statement.
const AT_ONCE = 1000;

/** Assigns again when a delivery continues after a pause, as the newsletter may have a newer edition. */
export async function assignAgain(
  context: AppContext,
  delivery: Key,
  source: Pick<MailSource, 'targets' | 'variants'>,
): Promise<void> {
  await renewGroupBits(context.database, delivery, await bitsOf(context, delivery.schoolId, source));
  await assignRecipientVariants(context, delivery, source);
}

/** The readings of an audience if the newsletter were sent now, the most common first; everyone else's last. */
export async function describeAudienceReadings(
  { targets, readings: readingsOf }: Pick<MailSource, 'targets' | 'readings'>,
  counted: AudienceCounts['byGroups'],
): Promise<Audience['readings']> {
  if (targets.length === 0) return [];
  const sets = counted.map(({ bits }) => groupsOfBits(targets, bits));
  const familiesOf = new Map(counted.map(({ families }, index) => [String(sets[index]), families]));
  const readings = await readingsOf(sets);
  return readings
    .map(({ blocks, words, sets: own }) => ({
      words: blocks.length === 0 ? null : words,
      blocks: [...blocks],
      groups: [...(own[0] ?? [])],
      families: own.reduce((sum, set) => sum + (familiesOf.get(String(set)) ?? 0), 0),
    }))
    .sort((a, b) => Number(a.words === null) - Number(b.words === null) || b.families - a.families);
}

/** The variants by group bits; none for those who get everyone's mail. */
export async function findRecipientVariants(
  database: Database,
  { id, schoolId, editionId }: Key,
): Promise<ReadonlyMap<bigint, string>> {
  if (editionId === null) return new Map();
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ bits: deliveryReadings.groupBits, variantId: deliveryReadings.variantId })
      .from(deliveryReadings)
      .where(
        and(
          eq(deliveryReadings.schoolId, schoolId),
          eq(deliveryReadings.deliveryId, id),
          eq(deliveryReadings.editionId, editionId),
        ),
      ),
  );
  return new Map(rows.map(({ bits, variantId }) => [bits, variantId]));
}
