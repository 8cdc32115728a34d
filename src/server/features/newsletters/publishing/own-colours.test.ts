import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { deliverNow } from '#test/deliveries.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { createNewsletter, publish } from '#test/newsletters.ts';
import { createSubscribers } from '#test/subscribers.ts';

const OWN = { primary: '#aa1144', secondary: '#224488' };
const code = [{ name: 'foot', type: 'footer', value: { text: 'See you' } }];

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
  await paint('#117733');
});
afterAll(() => test.close());

async function paint(primary_color: string): Promise<void> {
  const body = { school: { primary_color } };
  const call = { token: school.owner.token, params: { id: school.id }, body };
  (await test.call(schoolRoutes.updateSchool, call)).ok();
  await test.jobs.settled();
}
const save = (id: string, body: unknown) =>
  test.call(newsletterRoutes.updateNewsletter, { token: school.owner.token, params: { id }, body });
const saved = async (id: string, body: unknown) => (await save(id, body)).ok().news_letter.data.attributes;
const page = async (path: string) => (await test.app.inject(path)).payload;

it('draws draft, page and mail in the newsletter’s own colours', async () => {
  const { id } = await createNewsletter(test, school.owner, { code });
  const draft = await saved(id, { colours: OWN });
  expect(draft.colours).toEqual(OWN);
  const { path } = await publish(test, school.owner, id);
  await createSubscribers(test, school.id, 1);
  await deliverNow(test, school.owner.token, id);
  const [sent] = test.mail.to('parent-1@home.example');
  for (const drawn of [draft.body, await page(path), sent?.html]) {
    expect(drawn).toContain(OWN.primary);
    expect(drawn).not.toContain('#117733');
  }
});

it('keeps them when the school changes its colours, and follows the school without them', async () => {
  const own = await createNewsletter(test, school.owner, { code, colours: OWN });
  const other = await createNewsletter(test, school.owner, { code });
  const [path, otherPath] = [
    (await publish(test, school.owner, own.id)).path,
    (await publish(test, school.owner, other.id)).path,
  ];
  await paint('#553399');
  expect(await page(path)).toContain(OWN.primary);
  expect(await page(path)).not.toContain('#553399');
  expect(await page(otherPath)).toContain('#553399');
});

it('goes back to the school’s, and is then as it was published', async () => {
  const { id } = await createNewsletter(test, school.owner, { code });
  await publish(test, school.owner, id);
  expect((await saved(id, { colours: OWN })).has_unpublished_changes).toBe(true);
  // A call without colours keeps them.
  expect((await saved(id, { title: 'Autumn news' })).colours).toEqual(OWN);
  const back = await saved(id, { colours: null });
  expect(back).toMatchObject({ colours: null, has_unpublished_changes: false });
  expect(back.body).toContain('#117733');
});

it.each([
  { primary: 'red', secondary: '#224488' },
  { primary: '#aa1144' },
  { primary: '#aa1144', secondary: '#22448;}' },
  { ...OWN, third: '#ffffff' },
  'school',
])('refuses %j', async (colours) => {
  const { id } = await createNewsletter(test, school.owner);
  expect((await save(id, { colours })).status).toBe(400);
});
