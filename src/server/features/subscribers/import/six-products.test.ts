import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import type { GroupsInFile } from '#contract/groups/import-groups.ts';
import { type ImportReply, subscriberRoutes } from '#contract/subscribers.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { importBody } from '#test/examples/families.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { MULTIPART } from '#test/multipart.ts';
import { zipOf } from '#test/zips.ts';

/** A school of 200 families brings its lists from six products, one after another. A family that left one of them stays off. */

const { importSubscribers, listSubscribers } = subscriberRoutes;
const FAMILIES = 200;

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
});
afterAll(async () => await test.close());

const family = (number: number) => `fam${number}@x.example`;
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const lines = (from: number, to: number, line: (number: number) => string) =>
  numbers(from, to).map(line).join('');

// Each file repeats families of the file before, and has one as subscribed that is unsubscribed there.
const MAILCHIMP = 'Email Address,First Name,Last Name,MEMBER_RATING';
const mailchimp = () =>
  zipOf({
    'subscribed_segment_export_1.csv': `${MAILCHIMP},TAGS\n${lines(1, 60, (n) => `${family(n)},Ann,Lee${n},2,\n`)}`,
    'unsubscribed_segment_export_1.csv': `${MAILCHIMP},UNSUB_TIME\n${lines(61, 66, (n) => `${family(n)},Ann,Lee,2,2025-02-03 08:12:11\n`)}`,
    'cleaned_segment_export_1.csv': `${MAILCHIMP},CLEAN_TIME\n${lines(67, 69, (n) => `${family(n)},Ann,Lee,2,2025-02-03 08:12:11\n`)}`,
  });
const listmonk = () =>
  `uuid,email,name,attributes,status,created_at,updated_at\n${lines(50, 100, (n) => {
    const status = n === 99 ? 'disabled' : n === 100 ? 'blocklisted' : 'enabled';
    return `5c0f,${family(n)},Lena Lee,{},${status},2025-01-01 10:00:00+00,2025-01-01 10:00:00+00\n`;
  })}`;
const ghost = () =>
  `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\n${[
    10,
    ...numbers(95, 140),
  ]
    .map((n) => `65,${family(n)},Gita,,${n !== 10 && n !== 101},,,2025-01-01T10:00:00.000Z,,,\n`)
    .join('')}`;
const resend = () =>
  `id,created_at,first_name,last_name,email,unsubscribed\n${[20, ...numbers(100, 170)]
    .map((n) => `e,2025-01-01,Sia,Lee,${family(n)},${n === 20 || n === 150}\n`)
    .join('')}`;
const KEILA: Readonly<Record<number, string>> = { 165: 'unsubscribed', 166: 'unreachable', 167: 'pending' };
const keila = () =>
  `Email,First name,Last name,Data,Status,External ID\n${lines(150, 180, (n) => `${family(n)},Kia,Lee,,${KEILA[n] ?? 'active'},\n`)}`;
const roster = () =>
  `Pupil Forename,Pupil Email,Class,Parent 1 Name,Parent 1 Email,Parent 2 Name,Parent 2 Email\n${lines(
    1,
    FAMILIES,
    (n) =>
      `Ava,pupil${n}@x.example,4B,Ann Lee,${family(n)},${n <= 20 ? `Ben Lee,second${n}@x.example` : ','}\n`,
  )}`;
const STAFF = `Name,Email,Role\nAva Lee,pupil1@x.example,Student\nTess Tan,tess@x.example,Teacher\nTom Tan,tom@x.example,Staff\nAnn Lee,${family(1)},Parent\n`;

const LEFT = [...numbers(61, 69), 99, 100, 10, 101, 20, 150, 165, 166].map(family);

type Shown = ImportReply['import'];

// The answers of a person who looks at the preview: an unknown word means that the family has left.
function choiceOf(shown: Shown): GroupsInFile {
  return {
    columns: shown.columns.flatMap(({ index, is_groups }) => (is_groups ? [index] : [])),
    values: shown.group_values.map(({ value, group }) => ({ value, group })),
    emails: shown.email_columns.map(({ index }) => index),
    words: shown.unknown_words.map(({ word }) => ({ word, is_on: false })),
    leaves: shown.leaves,
  };
}

async function bring(file: string | Buffer): Promise<Shown> {
  const by = { token: school.owner.token, headers: MULTIPART };
  const body = { body: importBody(file) };
  const shown = (await test.call(importSubscribers, { ...by, ...body, query: { dry_run: 'true' } })).ok();
  const chosen = importBody(file, choiceOf(shown.import));
  const { import: done } = (await test.call(importSubscribers, { ...by, body: chosen })).ok();
  test.clock.advance(1000);
  return done;
}

async function subscribed(): Promise<readonly string[]> {
  const emails: string[] = [];
  for (let page = 1; ; page += 1) {
    const query = { filter: 'subscribed', order: 'email', per_page: '100', page: String(page) } as const;
    const { data } = (await test.call(listSubscribers, { token: school.owner.token, query })).ok()
      .subscribers;
    emails.push(...data.map(({ attributes }) => attributes.email));
    if (data.length < 100) return emails;
  }
}

async function leave(emails: readonly string[]): Promise<void> {
  await test.context.database
    .orm()
    .update(subscribers)
    .set({ status: 'unsubscribed', unsubscribedAt: test.clock.now() })
    .where(and(eq(subscribers.schoolId, school.id), inArray(subscribers.email, [...emails])));
}

async function deleteFamily(email: string): Promise<void> {
  const by = { token: school.owner.token };
  const query = { search_string: email };
  const { data } = (await test.call(listSubscribers, { ...by, query })).ok().subscribers;
  const id = data.find(({ attributes }) => attributes.email === email)?.id ?? '';
  expect((await test.call(subscriberRoutes.deleteSubscriber, { ...by, params: { id } })).status).toBe(204);
}

it('revives nobody, loses nobody silently, and adds neither pupils nor staff', async () => {
  const files = [await mailchimp(), listmonk(), ghost(), resend(), keila(), roster(), STAFF];
  const asked: string[] = [];
  for (const file of files) {
    const done = await bring(file);
    const withoutMessage = done.lines.filter(({ outcome, message }) => outcome !== 'added' && !message);
    expect(withoutMessage).toEqual([]);
    // Every address in the file is in one of its lines, except for a column of pupils.
    const named = new Set(done.lines.map(({ email }) => email));
    const given = file.toString().match(/(?:fam|second)\d+@x\.example/g) ?? [];
    expect(given.filter((email) => !named.has(email))).toEqual([]);
    asked.push(
      ...done.lines.flatMap(({ message, email }) => (message === IMPORT_MESSAGES.staff ? [email] : [])),
    );
    expect((await subscribed()).filter((email) => /pupil|tess|tom/.test(email))).toEqual([]);
  }
  expect(asked).toEqual(['tess@x.example', 'tom@x.example']);
  const second = numbers(1, 20).map((n) => `second${n}@x.example`);
  const gone = new Set([...LEFT, family(167)]);
  const wanted = [
    ...numbers(1, FAMILIES)
      .map(family)
      .filter((email) => !gone.has(email)),
    ...second,
  ];
  expect(await subscribed()).toEqual([...wanted].sort());
  // The same files again, in the other order, bring nobody back.
  for (const file of files.toReversed()) await bring(file);
  expect(await subscribed()).toEqual([...wanted].sort());
});

it('revives nobody who has left here since a file was imported, deleted or not', async () => {
  school = await createSchool(test);
  // Two people of each file who were subscribed in it.
  const files = [
    { file: await mailchimp(), since: [1, 2] },
    { file: listmonk(), since: [70, 71] },
    { file: ghost(), since: [110, 111] },
    { file: resend(), since: [145, 146] },
    { file: keila(), since: [175, 176] },
    { file: roster(), since: [190, 191] },
  ];
  for (const { file } of files) await bring(file);
  const gone = files.flatMap(({ since }) => since.map(family));
  const before = await subscribed();
  expect(gone.filter((email) => !before.includes(email))).toEqual([]);
  await leave(gone);
  const after = before.filter((email) => !gone.includes(email));
  expect(await subscribed()).toEqual(after);
  for (const { file, since } of files) {
    await deleteFamily(family(since[0] ?? 0));
    const done = await bring(file);
    const theirs = done.lines.filter(({ email }) => since.map(family).includes(email));
    // Each is named in the result.
    expect(theirs.map(({ message }) => message)).toEqual(since.map(() => IMPORT_MESSAGES.unsubscribed));
    expect(await subscribed()).toEqual(after);
  }
  for (const { file } of files.toReversed()) await bring(file);
  expect(await subscribed()).toEqual(after);
});
