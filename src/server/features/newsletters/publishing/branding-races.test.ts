import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { createEmbeddedRenderer } from '#server/platform/renderer/embedded.ts';
import type { RendererPort } from '#server/platform/renderer/renderer.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { sharedDatabase } from '#test/database.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { keyOf, uploadFile } from '#test/files.ts';
import { createNewsletter, heading, publish } from '#test/newsletters.ts';
import { picture } from '#test/pictures.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** If the school's branding changes during a rendering, the new branding must win, whichever is stored last. */

const { updateNewsletter, publishNewsletter, getNewsletter } = newsletterRoutes;
const OLD = 'Elm Grove';
const NEW = 'Ash Grove';

const engine = createEmbeddedRenderer();
let held: {
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
} | null = null;
/** Delays its next rendering on demand, after reading the input. */
const renderer: RendererPort = {
  render: async (mjml) => {
    const html = await engine.render(mjml);
    const hold = held;
    held = null;
    hold?.reached.resolve();
    await hold?.released.promise;
    return html;
  },
};

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp({}, { renderer });
});
beforeEach(async () => {
  school = await createSchool(test, { name: OLD });
});
afterAll(() => test.close());

async function rename(name: string, app: TestApp = test): Promise<void> {
  const { token } = school.owner;
  (
    await app.call(schoolRoutes.updateSchool, {
      token,
      params: { id: school.id },
      body: { school: { name } },
    })
  ).ok();
}

/** Runs `work`, and `meanwhile` during the first rendering of `work`. */
async function runDuring<T>(work: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  const hold = { reached: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() };
  held = hold;
  const done = work();
  await hold.reached.promise;
  await meanwhile();
  hold.released.resolve();
  return await done;
}

const renameAll = async () => {
  await rename(NEW);
  await test.jobs.settled();
};
const call = (id: string) => ({ token: school.owner.token, params: { id } });
const body = async (id: string) =>
  (await test.call(getNewsletter, call(id))).ok().news_letter.data.attributes.body;
const page = async (path: string) => (await test.app.inject(path)).payload;

function expectNew(shown: string): void {
  expect(shown).toContain(NEW);
  expect(shown).not.toContain(OLD);
}

it('a first publish shows branding that changed during rendering', async () => {
  const { id } = await createNewsletter(test, school.owner, { code: [heading('News')] });
  const { path } = await runDuring(() => publish(test, school.owner, id), renameAll);
  expectNew(await page(path));
});

it('a later publish with a version does, too', async () => {
  const { id } = await createNewsletter(test, school.owner, { code: [heading('News')] });
  const { path } = await publish(test, school.owner, id);
  const again = { ...call(id), body: { version: 1 } };
  const answer = await runDuring(() => test.call(publishNewsletter, again), renameAll);
  answer.ok();
  expectNew(await page(path));
});

it('a save does, too', async () => {
  const { id } = await createNewsletter(test, school.owner, { code: [heading('News')] });
  const save = { ...call(id), body: { title: 'Saved', version: 1 } };
  const saved = await runDuring(() => test.call(updateNewsletter, save), renameAll);
  expect(saved.ok().news_letter.data.attributes).toMatchObject({ title: 'Saved', version: 2 });
  expectNew(await body(id));
});

it('a publish leaves out a file that was deleted during rendering', async () => {
  const { url } = await uploadFile(test, school.owner, await picture('png'));
  const shown = { name: 'i', type: 'image', value: { url, alt: 'Pumpkins' } };
  const { id } = await createNewsletter(test, school.owner, { code: [heading('News'), shown] });
  const { path } = await runDuring(
    () => publish(test, school.owner, id),
    async () => {
      const { token } = school.owner;
      const { attachments } = (await test.call(fileRoutes.listAttachments, { token })).ok();
      const params = { id: attachments.data[0]?.id ?? '' };
      (await test.call(fileRoutes.deleteAttachment, { token, params })).ok();
      await test.jobs.settled();
    },
  );
  expect(await page(path)).toContain('News');
  expect(await page(path)).not.toContain(keyOf(url));
  expect(await body(id)).not.toContain(keyOf(url));
});

it('a new newsletter does, too', async () => {
  const { id } = await runDuring(
    () => createNewsletter(test, school.owner, { code: [heading('News')] }),
    renameAll,
  );
  expectNew(await body(id));
});

it('draft and page do, too, if an older job of another process ends last', async () => {
  const { id } = await createNewsletter(test, school.owner, { code: [heading('News')] });
  const { path } = await publish(test, school.owner, id);
  const other = await buildTestApp({}, { database: sharedDatabase(test.context.database) });
  const older = async () => {
    await rename('Fir Grove');
    await test.jobs.settled();
  };
  const newer = async () => {
    await rename(NEW, other);
    await other.jobs.settled();
  };
  await runDuring(older, newer);
  expectNew(await page(path));
  expect(await page(path)).not.toContain('Fir Grove');
  expectNew(await body(id));
  expect(await body(id)).not.toContain('Fir Grove');
  await other.close();
});

it('a mail sent before its newsletter was rendered again does, too', async () => {
  const email = `parent-of-${school.id}@families.example`;
  await createSubscribers(test, school.id, 1, { email });
  const { id } = await createNewsletter(test, school.owner, { code: [heading('News')] });
  await publish(test, school.owner, id);
  const send = async () =>
    (await test.call(deliveryRoutes.createDelivery, { ...call(id), body: { delivery: {} } })).ok();
  await runDuring(renameAll, send);
  await test.jobs.settled();
  const [mail] = test.mail.to(email);
  expectNew(mail?.html ?? '');
  expectNew(mail?.text ?? '');
});
