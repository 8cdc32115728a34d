import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { noteRoutes } from '#contract/notes.ts';
import { partRoutes } from '#contract/parts/parts.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestPerson, type TestSchool } from '#test/factories.ts';
import { createNewsletter, heading, richText } from '#test/newsletters.ts';

let test: TestApp;
let school: TestSchool;
let hugh: TestPerson;
let mary: TestPerson;
let params: { readonly id: string };
let part: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const CODE = [
  richText('<p>Dear families</p>', 'first'),
  heading('Year 4 news', 'year-4'),
  richText('<p>What did you do?</p>', 'words'),
  heading('Year 5 news', 'year-5'),
];

beforeEach(async () => {
  school = await createSchool(test);
  hugh = await createStaff(test, school.id, 'contributor', { firstName: 'Hugh', lastName: 'Hughes' });
  mary = await createStaff(test, school.id, 'contributor', { firstName: 'Mary', lastName: 'May' });
  params = { id: (await createNewsletter(test, school.owner, { code: CODE })).id };
  part = await give('year-4', hugh);
});

async function give(block: string, { id }: TestPerson): Promise<string> {
  const body = { part: { block, person_id: id, due_on: '2030-01-02' } };
  return (await test.call(partRoutes.givePart, { token: school.owner.token, params, body })).ok().part.data
    .id;
}
const post = ({ token }: TestPerson, block: string | null, mentions: string[] = []) => {
  const id = randomUUID();
  const at = block === null ? null : { name: block, type: 'heading' };
  // So that the notes have an order.
  test.clock.advance(1000);
  const body = { note: { id, block: at, text: `On ${block}`, mentions } };
  return test.call(noteRoutes.writeNote, { token, params, body }).then(({ status }) => ({ id, status }));
};
const list = async ({ token }: TestPerson) => (await test.call(noteRoutes.listNotes, { token, params })).ok();
const blocksSeenBy = async (person: TestPerson) =>
  (await list(person)).note_thread.data.map(({ attributes: { block } }) => block?.name ?? null).sort();
const mailsTo = async ({ email }: TestPerson) => {
  await test.jobs.settled();
  return test.mail.to(email);
};

it('a contributor reads and answers the notes in parts of theirs, and no others', async () => {
  for (const block of [null, 'first', 'year-4', 'words', 'year-5'])
    expect((await post(school.owner, block)).status).toBe(201);
  expect(await blocksSeenBy(hugh)).toEqual(['words', 'year-4']);
  expect((await post(hugh, 'words')).status).toBe(201);
  for (const block of [null, 'first', 'year-5', 'invented'])
    expect((await post(hugh, block)).status, String(block)).toBe(403);
  expect((await list(school.owner)).note_thread.data).toHaveLength(5);
});

it('a contributor changes and deletes their own notes while the part is theirs', async () => {
  const [own, kept, theirs] = [
    await post(hugh, 'words'),
    await post(hugh, 'words'),
    await post(school.owner, 'first'),
  ];
  const edit = (id: string) =>
    test.call(noteRoutes.editNote, { token: hugh.token, params: { id }, body: { note: { text: 'Done' } } });
  const remove = (id: string) => test.call(noteRoutes.deleteNote, { token: hugh.token, params: { id } });
  expect([(await edit(own.id)).status, (await remove(own.id)).status]).toEqual([200, 204]);
  // The answer does not even reveal whether the note exists.
  for (const id of [theirs.id, randomUUID()])
    expect([(await edit(id)).status, (await remove(id)).status]).toEqual([403, 403]);
  (await test.call(partRoutes.takeBackPart, { token: school.owner.token, params: { id: part } })).ok();
  expect([(await edit(kept.id)).status, (await remove(kept.id)).status]).toEqual([403, 403]);
  expect((await test.call(noteRoutes.listNotes, { token: hugh.token, params })).status).toBe(403);
  expect((await post(hugh, 'words')).status).toBe(403);
});

it('a contributor resolves no notes', async () => {
  await post(school.owner, 'words');
  const [thread] = (await list(hugh)).note_thread.data;
  const call = { token: hugh.token, params: { id: thread?.id ?? '' }, body: { resolved: true } };
  expect((await test.call(noteRoutes.resolveThread, call)).status).toBe(403);
});

it('a contributor is named, and mailed, in parts of theirs alone', async () => {
  await give('year-5', mary);
  const { colleagues } = await list(school.owner);
  expect(Object.fromEntries(colleagues.map(({ id, parts }) => [id, parts]))).toEqual({
    [school.owner.id]: null,
    [hugh.id]: ['year-4'],
    [mary.id]: ['year-5'],
  });
  for (const block of [null, 'first', 'words']) await post(school.owner, block, [hugh.id, mary.id]);
  const named = (await mailsTo(hugh)).filter(({ subject }) => subject.includes('names you in a note'));
  expect(named.map(({ text }) => /notes=[\w-]*/.exec(text)?.[0])).toEqual(['notes=words']);
  expect((await mailsTo(mary)).filter(({ subject }) => subject.includes('names you'))).toEqual([]);
});

it('a person who asks in a note gets one mail about the answer, where they read it, and none about their own', async () => {
  const subjects = async (person: TestPerson) =>
    (await mailsTo(person)).map(({ subject }) => subject).filter((each) => each.includes('note'));
  // The first note of a thread counts as a question.
  await post(hugh, 'words');
  await post(hugh, 'words');
  expect(await subjects(hugh)).toEqual([]);
  await post(school.owner, 'words');
  await post(school.owner, 'words');
  expect(await subjects(hugh)).toEqual([expect.stringMatching(/ answers your note on ‘Autumn news’$/)]);
  expect((await mailsTo(hugh)).at(-1)?.text).toContain('?notes=words');
  // The answer has no question, so the thanks answer nothing; a person named in a note gets only the mail about that.
  await post(hugh, 'words');
  expect(await subjects(school.owner)).toEqual([]);
  await post(school.owner, 'words', [hugh.id]);
  await post(hugh, 'words');
  expect(await subjects(hugh)).toHaveLength(2);
  expect(await subjects(school.owner)).toEqual([expect.stringMatching(/^Hugh Hughes answers your note/)]);
  const log = { token: school.owner.token, params: { id: school.id }, query: {} };
  const { audit_log } = (await test.call(auditRoutes.auditLog, log)).ok();
  const about = audit_log.data
    .map(({ attributes }) => attributes.action)
    .filter((each) => /^coll/.test(each));
  expect(about).toEqual(['colleague_answered', 'colleague_named', 'colleague_answered']);
});

it('a contributor names those who read the note', async () => {
  await post(hugh, 'words', [school.owner.id, mary.id]);
  expect((await mailsTo(school.owner)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Hugh Hughes names you in a note'),
  ]);
  expect(await mailsTo(mary)).toEqual([]);
});
