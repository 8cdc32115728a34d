import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import { systemClock } from '#server/platform/clock.ts';
import { Outbox } from '#server/platform/mail/outbox.ts';
import { freshEmail, PASSWORD } from '#test/factories.ts';
import {
  AnswerCounter,
  call,
  kill,
  type RunningProgram,
  startAndWait,
  textOf,
} from '#test/running-program.ts';
import { migratedInstallation, seedSchool, type TestInstallation } from '#test/seed.ts';

/** Accident R2: the program is killed (SIGKILL) while people sign up. */

const ROUNDS = 2;
const CALLERS = 4;
/** Polling for the work that the program resumes after its start. */
const POLLING = { timeout: 60_000, interval: 200 };

let place: TestInstallation;
beforeEach(async () => {
  place = await migratedInstallation();
  // Otherwise the first start creates the demo school.
  await seedSchool(place);
});
afterEach(() => place.remove());

it('mails a working link for every acknowledged sign-up', {
  timeout: 300_000,
}, async () => {
  const acknowledged = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const life = await startAndWait(place);
    const work = new AnswerCounter();
    const callers = Array.from({ length: CALLERS }, () => registerRepeatedly(life, acknowledged, work));
    await work.some(10);
    await kill(life);
    await Promise.all(callers);
  }
  const life = await startAndWait(place);
  // The next process does the killed one's pending work.
  await expect.poll(async () => missing(acknowledged, await newestLinks(place)), POLLING).toEqual([]);
  for (const token of (await newestLinks(place)).values()) {
    const body = { password: PASSWORD, password_confirmation: PASSWORD };
    await textOf(await call(life, peopleRoutes.changePassword, { params: { token }, body }));
  }
  await kill(life);
});

async function registerRepeatedly(
  life: RunningProgram,
  acknowledged: Set<string>,
  work: AnswerCounter,
): Promise<void> {
  for (;;) {
    const email = freshEmail();
    const body = { user: { email } };
    if ((await textOf(await call(life, peopleRoutes.register, { body }))) === null) return;
    acknowledged.add(email);
    work.done += 1;
  }
}

/** The newest token mailed to each address. A process killed after mailing makes the next one mail again. */
async function newestLinks({ folder }: TestInstallation): Promise<ReadonlyMap<string, string>> {
  const nobody = { name: '', address: '', dkim: undefined };
  const outbox = new Outbox(join(folder, 'outbox'), nobody, systemClock);
  const links = new Map<string, string>();
  for (const name of (await outbox.list()).toReversed()) {
    const mail = await outbox.read(name);
    // The demo school sends other mails.
    const token = /change-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    if (mail !== null && token !== undefined) links.set(mail.to.address, token);
  }
  return links;
}

const missing = (acknowledged: ReadonlySet<string>, links: ReadonlyMap<string, string>) =>
  [...acknowledged].filter((email) => !links.has(email));
