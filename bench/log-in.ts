import { verify } from '@node-rs/argon2';
import { peopleRoutes } from '#contract/people.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { buildTestApp } from '#test/app.ts';
import { createSchool, createStaff, PASSWORD } from '#test/factories.ts';
import { median } from './parts/running.ts';

/** Source: docs/requirements/performance.md P19. */
const AIM = 2;
const ROUNDS = 7;
const LOG_INS = 40;

/**
 * The cost of a log-in by password without a second factor, including its database in this process, against the bare check of the
 * password in the same run. Measured in CPU, because other programs run at the same time.
 */
export default async function measure() {
  const test = await buildTestApp();
  try {
    const passwordHash = await hashPassword(PASSWORD);
    const { id } = await createSchool(test);
    const { email } = await createStaff(test, id, 'editor', { passwordHash });
    const body = { user: { email, password: PASSWORD } };
    const signIn = async () => (await test.call(peopleRoutes.login, { body })).ok();
    await cpuOf(signIn);
    const rounds: { readonly value: number; readonly reference: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        reference: await cpuOf(() => verify(passwordHash, PASSWORD)),
        value: await cpuOf(signIn),
      });
    const ratio = median(rounds.map(({ value, reference }) => value / reference));
    return [
      {
        name: 'CPU of a log-in by password, against the check of the password alone',
        value: median(rounds.map(({ value }) => value)),
        reference: median(rounds.map(({ reference }) => reference)),
        unit: 'ms',
        ratio,
        aim: `${AIM} times`,
        met: ratio <= AIM,
      },
    ];
  } finally {
    await test.close();
  }
}

/** The CPU of one call, in milliseconds. */
async function cpuOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < LOG_INS; at += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / LOG_INS;
}
