import { planHasEnded } from '#contract/school.ts';
import { type Delivery, type DeliveryForJob, findDeliveryForJob } from '#server/data/deliveries.ts';
import type { Database } from '#server/platform/db/client.ts';

/** What keeps a sending that waits from going out, and what can be done about it. */

export type Obstacle = 'closed' | 'planEnded' | 'unpublished';
type Found = Pick<DeliveryForJob, 'newsletterStatus' | 'school'>;

/** Of one that is held. */
export const HELD_REASONS = {
  closed: 'The school was closed. Take it back, then go on',
  planEnded: 'Your plan has ended, so it waits for one. Choose a plan, then go on, or end the sending',
  unpublished: 'The newsletter was unpublished. Publish it again to go on',
} as const satisfies Record<Obstacle, string>;

const PLANNED = {
  closed:
    'It will not go out while the school is closed. Take it back before its time, or cancel the sending',
  planEnded:
    'Your plan ends before its time, so it will wait for a plan then. Choose one before, or cancel the sending',
  unpublished:
    'It will not go out, as the newsletter is not published. Publish it again before its time, or cancel the sending',
} as const satisfies Record<Obstacle, string>;

// Where it is the free trial that ends.
const HELD_AFTER_TRIAL =
  'Your free trial has ended, so it waits for a plan. Choose a plan, then go on, or end the sending';
const PLANNED_AFTER_TRIAL =
  'Your free trial ends before its time, so it will wait for a plan then. Choose one before, or cancel the sending';

/** What is said of a sending that is held. */
export function heldWords(kind: Obstacle, { school }: Pick<Found, 'school'>): string {
  return kind === 'planEnded' && school.subscriptionStatus === 'trial'
    ? HELD_AFTER_TRIAL
    : HELD_REASONS[kind];
}

function plannedWords(kind: Obstacle, { school }: Pick<Found, 'school'>): string {
  return kind === 'planEnded' && school.subscriptionStatus === 'trial' ? PLANNED_AFTER_TRIAL : PLANNED[kind];
}

/** Why a sending could not begin or go on now; null where it could. */
export function obstacleTo({ newsletterStatus, school }: Found, now: Date): Obstacle | null {
  const plan = { status: school.subscriptionStatus, endsAt: school.subscriptionEndDate };
  if (school.closesAt !== null) return 'closed';
  if (planHasEnded(plan, now)) return 'planEnded';
  return newsletterStatus === 'published' ? null : 'unpublished';
}

/** The same for people, of one that is planned (when its time comes) or held. */
export async function obstacleOf(
  database: Database,
  { id, schoolId, status, sendAt }: Pick<Delivery, 'id' | 'schoolId' | 'status' | 'sendAt'>,
  now: Date,
): Promise<string | null> {
  const found = await database.forSchool(schoolId, () => findDeliveryForJob(database, id));
  if (status !== 'scheduled') {
    const kind = found && obstacleTo(found, now);
    return found && kind && heldWords(kind, found);
  }
  const kind = found && obstacleTo(found, sendAt !== null && sendAt > now ? sendAt : now);
  return found && kind && plannedWords(kind, found);
}

/** What is wrong with a delivery by now: what it was held for is not said any more once that is mended. */
export function currentTrouble(
  { trouble }: Pick<Delivery, 'trouble'>,
  obstacle: string | null,
): string | null {
  if (obstacle !== null) return obstacle;
  const isObstacle = [...Object.values<string | null>(HELD_REASONS), HELD_AFTER_TRIAL].includes(trouble);
  return isObstacle ? null : trouble;
}
