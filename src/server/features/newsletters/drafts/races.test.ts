import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';
import { createEmbeddedRenderer } from '#server/platform/renderer/embedded.ts';
import { type RendererPort, RenderFailed } from '#server/platform/renderer/renderer.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { sharedDatabase } from '#test/database.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { createNewsletter, heading, publish } from '#test/newsletters.ts';

/** Threats 35 and 36, accident R17. */

let test: TestApp;
let school: TestSchool;
const engine = createEmbeddedRenderer();
/** Makes rendering fail on demand. */
let broken = false;
const renderer: RendererPort = {
  render: async (mjml) => {
    if (broken) throw new RenderFailed('out of order');
    return await engine.render(mjml);
  },
};
beforeAll(async () => {
  test = await buildTestApp({}, { renderer });
  school = await createSchool(test);
});
afterAll(() => test.close());

const save = (id: string, body: unknown) =>
  test.call(newsletterRoutes.updateNewsletter, { token: school.owner.token, params: { id }, body });
const load = async (id: string) =>
  (await test.call(newsletterRoutes.getNewsletter, { token: school.owner.token, params: { id } })).ok()
    .news_letter.data.attributes;

describe('two people who save concurrently', () => {
  it('lose nothing silently, a hundred times', async () => {
    const { id } = await createNewsletter(test, school.owner);
    let version = 1;
    for (let pair = 0; pair < 100; pair += 1) {
      const texts = [`Anna ${pair}`, `Ben ${pair}`];
      const answers = await Promise.all(
        texts.map((text) => save(id, { title: text, code: [heading(text)], version })),
      );
      const accepted = answers.filter((answer) => answer.status === 200);
      const refused = answers.filter((answer) => answer.status === 409);
      expect([accepted.length, refused.length]).toEqual([1, 1]);
      const kept = texts[answers.findIndex((answer) => answer.status === 200)] ?? '';
      const stored = await load(id);
      expect(stored).toMatchObject({ title: kept, version: version + 1, code: [heading(kept)] });
      expect(stored.body).toContain(`${kept}</h2>`);
      expect(refused[0]?.error().news_letter).toMatchObject({ data: { attributes: { title: kept } } });
      version += 1;
    }
  });

  it('save one after the other without versions, and the stored row is consistent', async () => {
    const { id } = await createNewsletter(test, school.owner);
    const answers = await Promise.all(
      [0, 1, 2, 3, 4].map((at) => save(id, { title: `T${at}`, code: [heading(`T${at}`)] })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    const stored = await load(id);
    expect(stored.version).toBe(6);
    expect(stored.body).toContain(`>${stored.title}</h1>`);
    expect(stored.body).toContain(`${stored.title}</h2>`);
  });
});

describe('fifty concurrent publishes', () => {
  it('create one slug and one edition', async () => {
    const { id } = await createNewsletter(test, school.owner, { code: [heading('Once')] });
    const published = await Promise.all(Array.from({ length: 50 }, () => publish(test, school.owner, id)));
    expect(new Set(published.map(({ slug }) => slug)).size).toBe(1);
    const rows = await test.context.database
      .orm()
      .select()
      .from(editions)
      .where(eq(editions.newsletterId, id));
    expect(rows.map((row) => row.slug)).toEqual([published[0]?.slug]);
    expect((await test.app.inject(published[0]?.path ?? '')).statusCode).toBe(200);
  });

  it('create one slug across several processes, too', async () => {
    // They share only the database.
    const processes = await Promise.all(
      [0, 1, 2].map(() => buildTestApp({}, { database: sharedDatabase(test.context.database) })),
    );
    const { id } = await createNewsletter(test, school.owner, { code: [heading('Once')] });
    const calls = Array.from({ length: 18 }, (_, at) => publish(processes[at % 3] ?? test, school.owner, id));
    const slugs = new Set((await Promise.all(calls)).map(({ slug }) => slug));
    expect(slugs.size).toBe(1);
    const rows = await test.context.database
      .orm()
      .select()
      .from(editions)
      .where(eq(editions.newsletterId, id));
    expect(rows.map((row) => row.slug)).toEqual([...slugs]);
    await Promise.all(processes.map((process) => process.close()));
  });

  it('publish a consistent draft, whatever is saved meanwhile', async () => {
    const { id } = await createNewsletter(test, school.owner);
    await Promise.all([
      ...Array.from({ length: 10 }, (_, at) =>
        save(id, { title: `Edition ${at}`, code: [heading(`Edition ${at}`)] }),
      ),
      ...Array.from({ length: 10 }, () => publish(test, school.owner, id)),
    ]);
    const { path } = await publish(test, school.owner, id);
    const stored = await load(id);
    const page = (await test.app.inject(path)).payload;
    expect(stored.has_unpublished_changes).toBe(false);
    expect(page).toContain(`>${stored.title}</h1>`);
    expect(page).toContain(`${stored.title}</h2>`);
  });
});

describe('while the renderer fails', () => {
  it("a save returns 'error saved' and changes nothing", async () => {
    const { id } = await createNewsletter(test, school.owner, { title: 'Good', code: [heading('Good')] });
    const { path } = await publish(test, school.owner, id);
    const before = await load(id);
    broken = true;
    try {
      const refused = await save(id, { title: 'Never', code: [heading('Never')], version: 1 });
      expect(refused.status).toBe(503);
      expect(refused.error().error_message).toBe('error saved');
      const call = { token: school.owner.token, params: { id } };
      expect((await test.call(newsletterRoutes.publishNewsletter, call)).status).toBe(503);
      expect(await load(id)).toEqual(before);
      expect((await test.app.inject(path)).payload).toContain('Good</h2>');
    } finally {
      broken = false;
    }
    expect((await save(id, { title: 'Now', version: 1 })).status).toBe(200);
  });
});
