import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { deliverNow } from '#test/deliveries.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { createNewsletter, publish } from '#test/newsletters.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** Adds a design by its file and its line in the list, and checks that it works like all others. */

vi.mock('#newsletter/designs/list.ts', async (original) => {
  const { DESIGNS } = await original<typeof import('#newsletter/designs/list.ts')>();
  const { plain } = await import('#test/sample-extensions/design/plain.ts');
  return { DESIGNS: { ...DESIGNS, plain } };
});

const DESIGN = 'plain';
const code = [
  { name: 'b', type: 'button', value: { btnText: 'See the photos', url: 'https://example.org/photos' } },
];
const drawn = ['plain-head', 'border-radius:23px', '#abcdef'];

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
});
afterAll(() => test.close());

const { updateSchool } = schoolRoutes;
const { updateNewsletter } = newsletterRoutes;

describe('a design that is added to the list', () => {
  it('is chosen for a school and drawn on its pages and in its mails', async () => {
    const { token } = school.owner;
    const params = { id: school.id };
    (await test.call(updateSchool, { token, params, body: { school: { design: DESIGN } } })).ok();
    const { id } = await createNewsletter(test, school.owner, { code });
    const { path } = await publish(test, school.owner, id);
    const { payload } = await test.app.inject(path);
    for (const part of drawn) expect(payload).toContain(part);
    await createSubscribers(test, school.id, 1);
    await deliverNow(test, token, id);
    const [sent] = test.mail.to('parent-1@home.example');
    for (const part of drawn) expect(sent?.html).toContain(part);
  });

  it('is chosen for one newsletter', async () => {
    const { token } = school.owner;
    const params = { id: school.id };
    (await test.call(updateSchool, { token, params, body: { school: { design: 'letter' } } })).ok();
    const { id } = await createNewsletter(test, school.owner, { code });
    const body = { news_letter: { design: DESIGN } };
    (await test.call(updateNewsletter, { token, params: { id }, body })).ok();
    const { path } = await publish(test, school.owner, id);
    expect((await test.app.inject(path)).payload).toContain('plain-head');
  });
});
