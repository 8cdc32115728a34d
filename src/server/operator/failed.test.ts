import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { mailQueue } from '#server/platform/jobs/jobs.ts';
import { PgBossJobs } from '#server/platform/jobs/pg-boss.ts';
import { MailNotSent } from '#server/platform/mail/failure.ts';
import { migratedInstallation, type TestInstallation, withContext } from '#test/seed.ts';
import { runCommand } from './commands.ts';

/** Jobs that were given up: listed, tried again, deleted. */

let installation: TestInstallation;
beforeAll(async () => {
  installation = await migratedInstallation();
});
afterAll(async () => await installation.remove());

async function operator(...words: readonly string[]) {
  const output: string[] = [];
  const say = (line: string) => output.push(line);
  const code = await runCommand(installation.environment, words, { say, complain: say });
  return { code, output: output.join('\n') };
}

/** Has the program try a mail to this address in vain, along with any waiting mails, until `letters` jobs are given up. */
async function giveUp(address: string, letters = 1): Promise<void> {
  await withContext(installation, async ({ database }) => {
    const jobs = new PgBossJobs(database, () => undefined);
    const mails = mailQueue('account_mail', z.object({ kind: z.string(), email: z.string() }));
    jobs.define(mails, async () => {
      throw new MailNotSent({
        blame: 'address',
        permanent: true,
        trouble: null,
        response: address,
        where: '550 DATA: …',
      });
    });
    await jobs.start();
    await jobs.send(mails, { kind: 'forgot', email: address });
    const given = `select count(*)::int as count from pgboss.job where name = 'dead_letters'`;
    await expect
      .poll(async () => (await database.query(given)).rows, { interval: 10, timeout: 20_000 })
      .toEqual([{ count: letters }]);
    await jobs.stop();
  });
}

async function waiting(): Promise<number> {
  return await withContext(installation, async ({ database }) => {
    const sql = `select count(*)::int as count from pgboss.job where name = 'account_mail' and state = 'created'`;
    return Number((await database.query(sql)).rows[0]?.count);
  });
}

it('lists what was given up without its address, tries it again, and deletes it', async () => {
  await giveUp('gone@home.example');
  const listed = await operator('failed');
  expect(listed.output).toMatch(
    /account_mail +\d{4}-\d\d-\d\d \d\d:\d\d +The mail was not taken \(550 DATA: …\)/,
  );
  expect(listed.output).not.toContain('gone@home.example');
  expect((await operator('mail', 'gone@home.example')).output).toMatch(
    /A job of account_mail was given up, after 0 tries again: The mail was not taken \(550 DATA: …\)$/,
  );
  expect((await operator('failed', '--again')).output).toContain('1 job will be tried again');
  expect(await waiting()).toBe(1);
  expect((await operator('failed')).output).toBe('No job was given up.');
  await giveUp('gone@home.example', 2);
  expect((await operator('failed', '--forget')).output).toContain('2 jobs deleted.');
  expect(await operator('failed')).toEqual({ code: 0, output: 'No job was given up.' });
  expect((await operator('failed', 'all')).output).toMatch(/‘all’ is no id\.$/);
  expect((await operator('failed', '--again', '--forget')).output).toMatch(/Either --again or --forget\.$/);
});
