import { nextDigestDay } from '#contract/families/digest-day.ts';
import { GROUPS_MAX } from '#contract/groups/groups.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { chooseGroups } from '#server/data/families/choose-groups.ts';
import { lockReader } from '#server/data/families/moves.ts';
import { changeSubscriber } from '#server/data/families/sign-ups.ts';
import { findGroupsOf, type GroupOfSubscriber } from '#server/data/groups/groups.ts';
import { findSubscriber, type Subscriber } from '#server/data/subscribers.ts';
import { readToken, type SubscriberRef } from '#server/data/unsubscribe-tokens.ts';
import type { FamilyServer } from '#server/features/families/frame/server.ts';
import type { FamilySite } from '#server/features/families/frame/site.ts';
import { findOffer, type Offer } from '#server/features/families/offer.ts';
import { A_FAMILY } from '#server/features/families/sign-up/joining.ts';

/** A reader's choices, as seen and changed by their own link. */

export interface FamilyReader {
  readonly site: FamilySite;
  readonly subscriber: Subscriber;
  readonly offer: Offer;
  /** Their groups in use, in the order of lists. */
  readonly groups: readonly GroupOfSubscriber[];
  /** The day of the school's next monthly digest; null if it has none. */
  readonly nextDigest: string | null;
}

/** The school and reader of a link. `reader` is null once they have left the list; null for an unknown link, or a closed school's. */
export async function findReader(
  server: FamilyServer,
  token: string,
): Promise<{ readonly ref: SubscriberRef; readonly reader: FamilyReader | null } | null> {
  const { context } = server;
  const { database } = context;
  const ref = await readToken(context, token, 'preferences');
  const site = ref && (await server.findSite(ref.schoolId));
  if (ref === null || site === null) return null;
  const subscriber = await findSubscriber(database, ref.schoolId, ref.subscriberId);
  if (subscriber?.status !== 'subscribed') return { ref, reader: null };
  const offer = await findOffer(database, site.school);
  const groups = (await findGroupsOf(database, ref.schoolId, [subscriber.id])).get(subscriber.id) ?? [];
  const { digestWeekday } = offer;
  const nextDigest =
    digestWeekday === null ? null : nextDigestDay(digestWeekday, site.school.timeZone, context.clock.now());
  return { ref, reader: { site, subscriber, offer, groups, nextDigest } };
}

/** Stores the choices in the form. Groups and languages that are not offered stay as they are. */
export async function saveChoices(
  context: AppContext,
  { site, subscriber, offer }: FamilyReader,
  form: URLSearchParams,
): Promise<void> {
  const { database, clock } = context;
  const { schoolId } = subscriber;
  const language = offer.languages.find((one) => one === form.get('language'));
  await database.forSchool(schoolId, async () => {
    const stored = await lockReader(database, subscriber);
    if (stored?.status !== 'subscribed') return;
    await chooseGroups(database, stored, offer.groups, form.getAll('groups').slice(0, GROUPS_MAX));
    await changeSubscriber(database, stored, {
      ...(offer.languages.length > 1 && language !== undefined && { language }),
      ...(offer.digestWeekday !== null && { monthlyDigest: form.get('how_often') === 'monthly' }),
      ...(form.has('has_groups') && { ownGroupsOnly: form.get('own_groups_only') === 'yes' }),
      editedAt: clock.now(),
    });
    const about = { subscriber_id: stored.id };
    await recordAudit(context, { schoolId: site.school.id, personId: null }, 'family_chose', A_FAMILY, about);
  });
}
