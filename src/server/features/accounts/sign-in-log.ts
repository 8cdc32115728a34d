import { z } from 'zod';
import type { AuditAction } from '#contract/audit.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit, recordUpTo } from '#server/data/audit-log.ts';
import { type Opening, openSession } from '#server/data/sessions.ts';
import { findUserByEmail, type User } from '#server/data/users.ts';
import { queue } from '#server/platform/jobs/jobs.ts';

/** Log-ins in a school's log: each one, up to a number an hour; failed ones ever more rarely as they grow in number. */

/** The limit on lines about one person's log-ins and log-outs. */
const NOTED = { max: 20, windowMs: HOUR_MS } as const;

type Person = Pick<User, 'id' | 'schoolId'>;

/** Opens a session and records it in the school's log. Call it in a transaction. */
export async function enter(context: AppContext, person: Person, opening: Opening): Promise<string> {
  const token = await openSession(context, person.id, opening);
  await noteSignIn(context, person, 'logged_in', { by: opening.provider ?? opening.way });
  return token;
}

/** Records a log-in or log-out, up to the hourly limit, so that nobody can flood the log. */
export async function noteSignIn(
  context: AppContext,
  { id: personId, schoolId }: Person,
  action: Extract<AuditAction, 'logged_in' | 'logged_out'>,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (schoolId !== null) await recordUpTo(context, { schoolId, personId }, action, details, NOTED);
}

const refusedSignIns = queue('refused_log_ins', z.object({ email: z.string(), times: z.number() }));

/** Defines the job that records refused log-ins. It is a job so that a call takes as long for an address without an account. */
export function defineSignInLog(context: AppContext): void {
  context.jobs.define(refusedSignIns, async ({ email, times }) => {
    const person = await findUserByEmail(context.database, email);
    if (person?.status !== 'ACTIVE' || person.schoolId === null) return;
    const byProgram = { schoolId: person.schoolId, personId: null };
    await recordAudit(context, byProgram, 'log_in_refused', nameOrEmail(person), {
      times,
      person_id: person.id,
    });
  });
}

/** Records a wrong password for an address: the first of a day, the tenth, the hundredth and so on. */
export async function noteWrongPassword({ jobs }: AppContext, email: string, times: number): Promise<void> {
  if (Number.isInteger(Math.log10(times))) await jobs.send(refusedSignIns, { email, times });
}
