import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliveries, deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { migratedInstallation, seedSchool, type TestInstallation, withContext } from '#test/seed.ts';
import { runCommand } from './commands.ts';

/** Removing marks from families that were marked although the mail server's reply was about something else. */

const LIMIT = '550 5.4.5 Daily user sending limit exceeded';
const AT = new Date('2026-11-20T10:00:00Z');

let installation: TestInstallation;
let schoolId: string;
let deliveryId: string;
beforeAll(async () => {
  installation = await migratedInstallation();
  schoolId = (await seedSchool(installation)).id;
  deliveryId = await seedDelivery();
});
afterAll(async () => await installation.remove());

async function operator(...words: readonly string[]) {
  const output: string[] = [];
  const say = (line: string) => output.push(line);
  const code = await runCommand(installation.environment, words, { say, complain: say });
  return { code, output: output.join('\n') };
}

async function seedDelivery(): Promise<string> {
  return await withContext(installation, async ({ database }) => {
    const orm = database.orm();
    const words = { subject: 'Autumn', previewText: '', replyTo: 'office@elm.example', fromName: 'Elm' };
    const [delivery] = await orm
      .insert(deliveries)
      .values({ schoolId, digestMonth: '2026-10', status: 'done', ...words })
      .returning({ id: deliveries.id });
    const id = delivery?.id ?? '';
    const marks = [
      ['ada', LIMIT],
      ['bob', LIMIT],
      ['cy', '550 5.7.1 <cy@home.example>: Relay access denied'],
      ['dee', '550 5.1.1 No such user'],
      ['eve', '550 Refused'],
    ] as const;
    for (const [name, response] of marks) {
      const [one] = await orm
        .insert(subscribers)
        .values({
          schoolId,
          firstName: name,
          lastName: '',
          email: `${name}@home.example`,
          bouncedAt: AT,
          bounceReason: response,
          bounceKind: 'gone',
        })
        .returning({ id: subscribers.id });
      await orm.insert(deliveryRecipients).values({
        deliveryId: id,
        schoolId,
        newsletterId: id,
        subscriberId: one?.id ?? null,
        state: 'failed',
        dueAt: AT,
        endedAt: AT,
        reason: 'refused',
        detail: response,
        attempts: 1,
      });
    }
    return id;
  });
}

async function marked(): Promise<readonly string[]> {
  return await withContext(installation, async ({ database }) => {
    const rows = await database.orm().select().from(subscribers).where(eq(subscribers.schoolId, schoolId));
    return rows.flatMap(({ firstName, bouncedAt }) => (bouncedAt === null ? [] : [firstName])).sort();
  });
}

it('says of one address what became of its mails', async () => {
  const { code, output } = await operator('mail', 'Dee@home.example');
  expect(code).toBe(0);
  expect(output).toMatch(
    /^Elm Grove Primary: on the list since \S+, but gets nothing since 2026-11-20: 550 5\.1\.1/,
  );
  expect(output).toMatch(
    /2026-11-20 10:00 {2}‘Autumn’: not delivered\. The address does not exist or takes no mail\. The server said: 550 5\.1\.1 No such user$/,
  );
  expect((await operator('mail', 'nobody@home.example')).output).toMatch(/^No list has this address/);
});

it('says of a mail how often it was tried, and whether a try may have arrived', async () => {
  const cy = async (attempts: number, mayHaveArrived: boolean) => {
    await withContext(installation, async ({ database }) => {
      const detail = '550 5.7.1 <cy@home.example>: Relay access denied';
      await database
        .orm()
        .update(deliveryRecipients)
        .set({ attempts, mayHaveArrived })
        .where(eq(deliveryRecipients.detail, detail));
    });
    return (await operator('mail', 'cy@home.example')).output;
  };
  expect(await cy(1, false)).toMatch(/Relay access denied$/);
  expect(await cy(3, false)).toMatch(/ 3 tries\.$/);
  expect(await cy(2, true)).toMatch(/ 2 tries\. A try that was not confirmed may have arrived\.$/);
});

it('lists first, then undoes, and leaves addresses that do not exist', async () => {
  const listed = await operator('marks');
  expect(listed).toMatchObject({ code: 0 });
  expect(listed.output).toMatch(/Elm Grove Primary +2 +550 5\.4\.5 Daily user sending limit exceeded/);
  expect(listed.output).toMatch(/Elm Grove Primary +1 +550 5\.7\.1 <…>: Relay access denied/);
  expect(listed.output).toMatch(/families: 3\nNothing was changed/);
  expect(listed.output).not.toContain('@');
  expect(await marked()).toEqual(['ada', 'bob', 'cy', 'dee', 'eve']);
  expect((await operator('marks', '--undo')).output).toMatch(/These marks are taken away/);
  expect(await marked()).toEqual(['dee', 'eve']);
  expect((await operator('marks')).output).toBe('No family is marked wrongly.');
  const failed = await withContext(installation, ({ database }) =>
    database.orm().$count(deliveryRecipients, eq(deliveryRecipients.reason, 'rejected')),
  );
  expect(failed).toBe(3);
});

it('finds all marks of one sending, whatever the words', async () => {
  expect((await operator('marks', deliveryId)).output).toMatch(/families: 2/);
  expect((await operator('marks', deliveryId, '--undo')).code).toBe(0);
  expect(await marked()).toEqual([]);
  expect((await operator('marks', 'all')).output).toMatch(/SENDING is an id/);
});
