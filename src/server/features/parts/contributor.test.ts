import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { approvalRoutes } from '#contract/approval/approval.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { PART_MESSAGES, partRoutes } from '#contract/parts/parts.ts';
import { schoolRoutes } from '#contract/school.ts';
import { timingRoutes } from '#contract/timing/timings.ts';
import { togetherRoutes } from '#contract/together.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestPerson, type TestSchool } from '#test/factories.ts';
import { createNewsletter, heading, richText } from '#test/newsletters.ts';

let test: TestApp;
let school: TestSchool;
let hugh: TestPerson;
let params: { readonly id: string };
let part: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const FIRST = richText('<p>Dear families</p>', 'first');
const YEAR_4 = heading('Year 4 news', 'year-4');
const WORDS = richText('<p>What did you do?</p>', 'words');
const YEAR_5 = heading('Year 5 news', 'year-5');
const CODE = [FIRST, YEAR_4, WORDS, YEAR_5];
const WHOLE = {
  title: 'Autumn news',
  layout_type: 'one_column',
  design: null,
  colours: null,
  issue_date: null,
};
const NEW_WORDS = richText('<p>We built a fort.</p>', 'words');

beforeEach(async () => {
  school = await createSchool(test);
  hugh = await createStaff(test, school.id, 'contributor', { firstName: 'Hugh', lastName: 'Hughes' });
  params = { id: (await createNewsletter(test, school.owner, { code: CODE })).id };
  const given = { block: 'year-4', person_id: hugh.id, due_on: '2030-01-02' };
  const call = { token: school.owner.token, params, body: { part: given } };
  part = (await test.call(partRoutes.givePart, call)).ok().part.data.id;
});

const save = (fields: object, { token } = hugh) =>
  test.call(newsletterRoutes.updateNewsletter, { token, params, body: { news_letter: fields } });
const stored = async () =>
  (await test.call(newsletterRoutes.getNewsletter, { token: hugh.token, params })).ok().news_letter.data
    .attributes;

it('writes in their parts, whatever is around them', async () => {
  const { version } = await stored();
  const saved = (
    await save({ title: 'Autumn news', code: [FIRST, YEAR_4, NEW_WORDS, YEAR_5], version })
  ).ok();
  expect(JSON.stringify(saved.news_letter.data.attributes.code)).toContain('We built a fort');
  expect((await save({ code: [FIRST, heading('News of Year 4', 'year-4'), NEW_WORDS, YEAR_5] })).status).toBe(
    200,
  );
});

it('adds, removes and moves blocks below their heading', async () => {
  const more = richText('<p>And a den.</p>', 'more');
  (await save({ code: [FIRST, YEAR_4, more, NEW_WORDS, YEAR_5] })).ok();
  (await save({ code: [FIRST, YEAR_4, NEW_WORDS, more, YEAR_5] })).ok();
  (await save({ code: [FIRST, YEAR_4, more, YEAR_5] })).ok();
  expect((await stored()).code).toMatchObject([
    { name: 'first' },
    { name: 'year-4' },
    { name: 'more' },
    { name: 'year-5' },
  ]);
});

it('leaves a block of their part that is somebody else’s as well', async () => {
  const given = { block: 'words', person_id: school.owner.id, due_on: '2030-01-02' };
  const call = { token: school.owner.token, params, body: { part: given } };
  (await test.call(partRoutes.givePart, call)).ok();
  expect((await save({ code: [FIRST, YEAR_4, YEAR_5] })).status).toBe(403);
  expect((await save({ code: [FIRST, YEAR_4, NEW_WORDS, YEAR_5] })).status).toBe(200);
});

it.each<[string, object]>([
  ['another block', { code: [richText('<p>Dear all</p>', 'first'), YEAR_4, NEW_WORDS, YEAR_5] }],
  ['the next heading', { code: [FIRST, YEAR_4, NEW_WORDS, heading('Mine', 'year-5')] }],
  ['a block below the next heading', { code: [...CODE, richText('<p>More</p>', 'more')] }],
  ['a block above their heading', { code: [FIRST, richText('<p>More</p>', 'more'), YEAR_4, WORDS, YEAR_5] }],
  ['a heading more', { code: [FIRST, YEAR_4, heading('Mine', 'mine'), WORDS, YEAR_5] }],
  ['their heading less', { code: [FIRST, WORDS, YEAR_5] }],
  ['their heading elsewhere', { code: [FIRST, YEAR_5, YEAR_4, WORDS] }],
  ['the next heading less', { code: [FIRST, YEAR_4, WORDS] }],
  ['their words elsewhere', { code: [WORDS, FIRST, YEAR_4, YEAR_5] }],
  ['a block of others among theirs', { code: [YEAR_4, FIRST, WORDS, YEAR_5] }],
  ['no blocks', { code: [] }],
  ['another order', { code: [YEAR_4, WORDS, FIRST, YEAR_5] }],
  ['another type', { code: [FIRST, YEAR_4, heading('Words', 'words'), YEAR_5] }],
  ['another name of their heading', { code: [FIRST, heading('Year 4 news', 'new'), WORDS, YEAR_5] }],
  ['a tint', { code: [FIRST, { ...Object(YEAR_4), tint: 'soft' }, WORDS, YEAR_5] }],
  ['a wide block', { code: [FIRST, { ...Object(YEAR_4), wide: true }, WORDS, YEAR_5] }],
  ['the title', { title: 'Mine' }],
  ['the layout', { layout_type: 'two_columns_center' }],
  ['the design', { design: 'poster' }],
  ['the date', { issue_date: '2030-01-02' }],
  ['the footer', { footerContent: 'Mine' }],
  ['a restored state', { code: CODE, restores: true }],
  ['others’ blocks given up', { given_up: [{ ...WHOLE, code: [YEAR_4, WORDS, YEAR_5] }] }],
])('does not save %s', async (_, fields) => {
  const { code, title, version } = await stored();
  const refused = await save(fields);
  expect(refused.status, refused.text).toBe(403);
  expect(refused.error().error_message).toBe(PART_MESSAGES.othersBlocks);
  expect(await stored()).toMatchObject({ code, title, version });
});

it('learns of others’ saves first, so that the browser merges them', async () => {
  const { version } = await stored();
  (await save({ code: [richText('<p>Dear all</p>', 'first'), YEAR_4, WORDS, YEAR_5] }, school.owner)).ok();
  expect((await save({ code: [FIRST, YEAR_4, NEW_WORDS, YEAR_5], version })).status).toBe(409);
});

it('sees, follows and finishes what is theirs, and nothing once it is taken back', async () => {
  const other = (await createNewsletter(test, school.owner, { code: CODE })).id;
  const foreign = { part: { block: 'year-4', person_id: school.owner.id, due_on: '2030-01-02' } };
  const given = { token: school.owner.token, params: { id: other }, body: foreign };
  const others = (await test.call(partRoutes.givePart, given)).ok().part.data.id;
  const { token } = hugh;
  const statuses = async (id: string, partId: string) => [
    (await test.call(newsletterRoutes.getNewsletter, { token, params: { id } })).status,
    (await test.call(newsletterRoutes.updateNewsletter, { token, params: { id }, body: {} })).status,
    (await test.call(partRoutes.listParts, { token, params: { id } })).status,
    (await test.call(partRoutes.finishPart, { token, params: { id: partId }, body: { done: true } })).status,
    (
      await test.call(togetherRoutes.moveInNewsletter, {
        token,
        params: { id },
        body: { window: 'a'.repeat(32), block: null },
      })
    ).status,
  ];
  expect(await statuses(params.id, part)).toEqual([200, 200, 200, 200, 204]);
  expect(await statuses(other, others)).toEqual([403, 403, 403, 403, 403]);
  const call = { token: school.owner.token, params: { id: part } };
  await test.call(partRoutes.takeBackPart, call);
  expect(await statuses(params.id, part)).toEqual([403, 403, 403, 403, 403]);
});

it('does not learn who may be assigned parts, and approves nothing', async () => {
  const list = (await test.call(partRoutes.listParts, { token: hugh.token, params })).ok();
  expect(list.people).toEqual([]);
  const settings = { token: school.owner.token, params: { id: school.id } };
  const { approval_settings } = (await test.call(approvalRoutes.getApprovalSettings, settings)).ok();
  expect(approval_settings.data.attributes.candidates.map(({ id }) => id)).toEqual([school.owner.id]);
});

it('sees when it goes out, and nothing of the mail', async () => {
  const at = new Date(Date.now() + DAY_MS).toISOString();
  const { version } = await stored();
  const timing = {
    kind: 'publish',
    at,
    version,
    missing_files: [],
    mail: { subject: 'For families' },
  } as const;
  (await test.call(timingRoutes.planTiming, { token: school.owner.token, params, body: { timing } })).ok();
  const [listed] = (await test.call(timingRoutes.listTimings, { token: hugh.token, params })).ok().timing
    .data;
  expect(listed?.attributes).toMatchObject({ kind: 'publish', sends: true, mail: null, audience: null });
});

it('learns whether the plan has ended, and neither its name nor its end', async () => {
  const seenBy = async ({ token }: TestPerson) =>
    (await test.call(schoolRoutes.mySchool, { token })).ok().school.data?.attributes;
  const owners = await seenBy(school.owner);
  expect(owners).toMatchObject({ subscription_plan: 'trial', subscription_end_date: expect.any(String) });
  expect(await seenBy(hugh)).toEqual({ ...owners, subscription_plan: null, subscription_end_date: null });
});
