import type { z } from 'zod';
import type { Role } from '#contract/access.ts';
import { asksRole, secondFactorDueAt } from '#contract/rules/second-factor.ts';
import { SECOND_FACTOR_MESSAGES, type secondFactorForm } from '#contract/sign-in/second-factor.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { findSchool, updateSchoolState } from '#server/data/schools.ts';
import { isStrongSession } from '#server/data/sessions.ts';
import { forgetOwnGrace, listMembers } from '#server/data/staff.ts';
import { findUser, type User, updateUser } from '#server/data/users.ts';
import { findFactors } from '#server/features/accounts/ways/ways.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Caller, Member } from '#server/platform/http/handle.ts';
import { listHolders, signsInByProvider } from './holders.ts';
import { secondFactorMail } from './second-factor-mail.ts';

/** A school's rule on who must sign in with a second factor. The front enforces it: see `mount.ts`. */

/**
 * Sets the rule. The grace period starts again for everybody, and those without a second factor are notified by mail. Throws 404 for
 * another school, 409 if the caller has none either.
 */
export async function setSecondFactor(
  context: AppContext,
  caller: Member,
  id: string,
  { rule, days }: z.output<typeof secondFactorForm>,
): Promise<void> {
  const { database, clock } = context;
  const school = id === caller.schoolId ? await findSchool(database, id) : undefined;
  if (school === undefined) throw notFound('School');
  const isOn = rule !== 'nobody';
  if (school.secondFactor === rule && (!isOn || school.secondFactorDays === days)) return;
  const members = await listMembers(database, id);
  const holders = await listHolders(database, members);
  if (isOn && !(await hasOwnOrShown(database, caller))) throw conflict(SECOND_FACTOR_MESSAGES.ownFirst);
  const lacking = members.filter(
    ({ id: each, role, status }) =>
      status === 'ACTIVE' &&
      asksRole(rule, role) &&
      !asksRole(school.secondFactor, role) &&
      !holders.has(each),
  );
  await database.transaction(async () => {
    await updateSchoolState(database, id, {
      secondFactor: rule,
      secondFactorDays: isOn ? days : null,
      secondFactorFrom: isOn ? new Date(clock.now().getTime() + days * DAY_MS) : null,
    });
    await forgetOwnGrace(database, id);
    await recordAudit(context, caller, `second_factor_${rule}`, school.name, isOn ? { days } : {});
    for (const { id: personId } of lacking)
      await context.jobs.send(secondFactorMail, { personId, when: 'asked' });
  });
}

/** Starts the school's grace period for somebody who has joined, or has moved to a role under the rule. `before`: the previous role. */
export async function giveGrace(
  { database, clock }: AppContext,
  { id, schoolId, role }: Pick<User, 'id' | 'schoolId' | 'role'>,
  before: Role | null,
): Promise<void> {
  const school = schoolId === null ? undefined : await findSchool(database, schoolId);
  if (school === undefined || school.secondFactorDays === null) return;
  if (!asksRole(school.secondFactor, role) || asksRole(school.secondFactor, before)) return;
  const secondFactorFrom = new Date(clock.now().getTime() + school.secondFactorDays * DAY_MS);
  await updateUser(database, id, { secondFactorFrom, secondFactorRemindedAt: null });
}

interface Requirement {
  readonly isRequired: boolean;
  /** Whether the person's last own factor cannot be removed. */
  readonly lastWayStays: boolean;
  readonly dueAt: Date | null;
}

/** Whether a school requires a second factor of a person, and from when a session without one is refused. */
export async function readRequirement(
  { database }: AppContext,
  { personId, sessionId }: Caller,
): Promise<Requirement> {
  const person = await findUser(database, personId);
  const dueAt = person === undefined ? null : await dueAtOf(database, person);
  if (person === undefined || dueAt === null) return { isRequired: false, lastWayStays: false, dueAt: null };
  const has = await hasOwnOrShown(database, { personId, sessionId });
  return { isRequired: true, lastWayStays: !signsInByProvider(person), dueAt: has ? null : dueAt };
}

/** Whether somebody has an own factor, or this session has shown one. Their last sign-in by a provider does not count. */
async function hasOwnOrShown(
  database: AppContext['database'],
  { personId, sessionId }: Pick<Caller, 'personId' | 'sessionId'>,
): Promise<boolean> {
  return (await findFactors(database, personId)).length > 0 || (await isStrongSession(database, sessionId));
}

/** Throws 409 if a person has no second factor left although their school requires one. */
export async function requireRemainingFactor({ database }: AppContext, person: User): Promise<void> {
  if ((await dueAtOf(database, person)) === null) return;
  if (!(await listHolders(database, [person])).has(person.id))
    throw conflict(SECOND_FACTOR_MESSAGES.lastFactor);
}

/** The time from which a person's school requires a second factor of them; null if it does not. */
async function dueAtOf(database: AppContext['database'], person: User): Promise<Date | null> {
  const school = person.schoolId === null ? undefined : await findSchool(database, person.schoolId);
  return school === undefined ? null : secondFactorDueAt(school, person);
}
