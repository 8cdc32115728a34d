import { planHasEnded } from '#contract/school.ts';
import { type Delivery, type DeliveryForJob, findDeliveryForJob } from '#server/data/deliveries.ts';
import type { Database } from '#server/platform/db/client.ts';

/** Obstacles to sending a scheduled or paused delivery, and what staff can do about them. */

export type Obstacle = 'closed' | 'suspended' | 'planEnded' | 'unpublished';
type Found = Pick<DeliveryForJob, 'newsletterStatus' | 'school'>;

/** The messages of paused deliveries. */
export const PAUSE_REASONS = {
  closed: 'The school was closed. Take it back, then go on',
  suspended: 'Your school was suspended. Once that is over, go on',
  planEnded: 'Your plan has ended, so it waits for one. Choose a plan, then go on, or end the sending',
  unpublished: 'The newsletter was unpublished. Publish it again to go on',
} as const satisfies Record<Obstacle, string>;

const PLANNED = {
  closed:
    'It will not go out while the school is closed. Take it back before its time, or cancel the sending',
  suspended: 'It will not go out while the school is suspended, but wait until somebody goes on with it',
  planEnded:
    'Your plan ends before its time, so it will wait for a plan then. Choose one before, or cancel the sending',
  unpublished:
    'It will not go out, as the newsletter is not published. Publish it again before its time, or cancel the sending',
} as const satisfies Record<Obstacle, string>;

// The message if the plan that ended is the free trial.
const PAUSED_AFTER_TRIAL =
  'Your free trial has ended, so it waits for a plan. Choose a plan, then go on, or end the sending';
const PLANNED_AFTER_TRIAL =
  'Your free trial ends before its time, so it will wait for a plan then. Choose one before, or cancel the sending';

/** The message of a paused delivery. */
export function pausedMessage(kind: Obstacle, { school }: Pick<Found, 'school'>): string {
  return kind === 'planEnded' && school.subscriptionStatus === 'trial'
    ? PAUSED_AFTER_TRIAL
    : PAUSE_REASONS[kind];
}

function plannedMessage(kind: Obstacle, { school }: Pick<Found, 'school'>): string {
  return kind === 'planEnded' && school.subscriptionStatus === 'trial' ? PLANNED_AFTER_TRIAL : PLANNED[kind];
}

/** The obstacle to starting or resuming a delivery at a time; null if there is none. */
export function obstacleAt({ newsletterStatus, school }: Found, now: Date): Obstacle | null {
  const plan = { status: school.subscriptionStatus, endsAt: school.subscriptionEndDate };
  if (school.closesAt !== null) return 'closed';
  if (school.suspendedAt !== null) return 'suspended';
  if (planHasEnded(plan, now)) return 'planEnded';
  return newsletterStatus === 'published' || newsletterStatus === null ? null : 'unpublished';
}

/** The obstacle as a message: a scheduled delivery's at its time, a paused one's now. */
export async function findObstacleMessage(
  database: Database,
  { id, schoolId, status, sendAt }: Pick<Delivery, 'id' | 'schoolId' | 'status' | 'sendAt'>,
  now: Date,
): Promise<string | null> {
  const found = await database.forSchool(schoolId, () => findDeliveryForJob(database, id));
  if (status !== 'scheduled') {
    const kind = found && obstacleAt(found, now);
    return found && kind && pausedMessage(kind, found);
  }
  const kind = found && obstacleAt(found, sendAt !== null && sendAt > now ? sendAt : now);
  return found && kind && plannedMessage(kind, found);
}

/** A delivery's current trouble. The obstacle that paused it is left out once it no longer exists. */
export function currentTrouble(
  { trouble }: Pick<Delivery, 'trouble'>,
  obstacle: string | null,
): string | null {
  if (obstacle !== null) return obstacle;
  const isObstacle = [...Object.values<string | null>(PAUSE_REASONS), PAUSED_AFTER_TRIAL].includes(trouble);
  return isObstacle ? null : trouble;
}
