import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { registerFiles } from '#test/files.ts';
import { createNewsletter, heading, publish, publishNewsletter, richText } from '#test/newsletters.ts';

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const create = (fields = {}) => createNewsletter(test, school.owner, fields);
const load = async (id: string) =>
  (await test.call(newsletterRoutes.getNewsletter, { token: school.owner.token, params: { id } })).ok()
    .news_letter.data;
const save = (id: string, body: unknown) =>
  test.call(newsletterRoutes.updateNewsletter, { token: school.owner.token, params: { id }, body });
const saved = async (id: string, body: unknown) => (await save(id, body)).ok().news_letter.data;
describe('a draft', () => {
  it('is created with a rendering of its blocks', async () => {
    const code = [heading('Harvest'), richText('<p>Thank <strong>you</strong></p>')];
    const made = await create({ title: '  Autumn\tnews ', code });
    expect(made).toMatchObject({
      type: 'news_letter',
      attributes: {
        title: 'Autumn news',
        layout_type: 'one_column',
        code,
        status: 'draft',
        slug: null,
        version: 1,
        published_at: null,
        has_unpublished_changes: false,
      },
    });
    expect(made.attributes.body).toContain('Harvest</h2>');
    expect(made.attributes.body).toContain('<strong>you</strong>');
    expect(await load(made.id)).toEqual(made);
  });

  it('is rendered by the server, whatever body is sent', async () => {
    const made = await create({ body: '<script>alert(1)</script>' });
    expect(made.attributes.body).not.toContain('<script');
    const again = await saved(made.id, {
      news_letter: { title: 'Again', body: '<script>alert(2)</script>' },
    });
    expect(again.attributes.body).not.toContain('<script');
    expect(again.attributes.body).toContain('>Again</h1>');
  });

  it('is saved partially, wrapped or not, and its version increases', async () => {
    const { id } = await create({ code: [heading('One')] });
    const first = await saved(id, { news_letter: { title: 'Winter', version: 1 } });
    expect(first.attributes).toMatchObject({ title: 'Winter', version: 2, code: [heading('One')] });
    const second = await saved(id, { code: [heading('Two')] });
    expect(second.attributes).toMatchObject({ title: 'Winter', version: 3, code: [heading('Two')] });
    expect(second.attributes.body).toContain('Two</h2>');
    expect(second.attributes.body).not.toContain('One</h2>');
  });

  it('answers a save with what its sender does not know, if no more is preferred', async () => {
    const { id } = await create({ code: [heading('One')] });
    const given = { token: school.owner.token, params: { id }, body: { code: [heading('Two')] } };
    const whole = await test.call(newsletterRoutes.updateNewsletter, given);
    expect(whole.headers['preference-applied']).toBeUndefined();
    expect(whole.ok().news_letter.data.attributes.code).toEqual([heading('Two')]);
    const quoted = { ...given, headers: { prefer: 'RETURN="minimal"' } };
    expect((await test.call(newsletterRoutes.updateNewsletter, quoted)).text).not.toContain('"code"');
    const headers = { prefer: 'respond-async, return=minimal; wait=1' };
    const saved = await test.call(newsletterRoutes.updateNewsletter, { ...given, headers });
    expect(saved.headers['preference-applied']).toBe('return=minimal');
    const { attributes } = newsletterRoutes.updateNewsletter.minimalReply.parse(JSON.parse(saved.text))
      .news_letter.data;
    expect(attributes).toEqual(JSON.parse(saved.text).news_letter.data.attributes);
    expect(attributes).toMatchObject({ version: 4, status: 'draft', missing_files: [] });
    for (const prefer of ['return=representation', 'return=minimal-ish', ''])
      expect(
        (await test.call(newsletterRoutes.updateNewsletter, { ...given, headers: { prefer } })).ok(),
      ).toMatchObject({ news_letter: { data: { attributes: { code: [heading('Two')] } } } });
  });

  it('protects a later save from being overwritten, and returns it', async () => {
    const { id } = await create();
    await saved(id, { title: 'Theirs', version: 1 });
    const refused = await save(id, { title: 'Mine', version: 1 });
    expect(refused.status).toBe(409);
    expect(refused.error().news_letter).toMatchObject({
      data: { id, attributes: { title: 'Theirs', version: 2 } },
    });
    expect((await load(id)).attributes.title).toBe('Theirs');
  });

  it('keeps its columns, without empty space at the end', async () => {
    const empty = (name: string) => ({ name, type: 'empty_space', value: null });
    const code = [
      heading('Left', 'a'),
      empty('b'),
      heading('Left 2', 'c'),
      heading('Right 2', 'd'),
      empty('e'),
      empty('f'),
    ];
    const made = await create({ layout_type: 'two_columns_left', code });
    const types = made.attributes.code.map((block) => JSON.stringify(block));
    expect(types).toHaveLength(4);
    expect(types[1]).toContain('empty_space');
  });

  it('can change its layout', async () => {
    const { id } = await create({ code: [heading('A', 'a'), heading('B', 'b')] });
    const changed = await saved(id, { layout_type: 'two_columns_center' });
    expect(changed.attributes.layout_type).toBe('two_columns_center');
    expect(changed.attributes.body).toContain('mj-column-per-50');
  });

  it('reports the invalid block and field, and stores nothing', async () => {
    const { id } = await create({ title: 'Good' });
    const code = [
      heading('Fine', 'a'),
      { name: 'b', type: 'button', value: { btnText: 'Go', url: 'http://insecure.example' } },
    ];
    const refused = await save(id, { title: 'Bad', code });
    expect(refused.status).toBe(400);
    expect(refused.error().errors).toEqual({
      'code.1.value.url': ['Not valid - please add a valid link which includes http:// or https://'],
    });
    expect((await load(id)).attributes).toMatchObject({ title: 'Good', version: 1 });
  });

  it.each([
    ['an unknown type', [{ name: 'a', type: 'html', value: { html: '' } }], /^code\.0/],
    [
      'an unknown key of a value',
      [{ name: 'a', type: 'heading', value: { text: 'x', onclick: 'y' } }],
      /^code\.0\.value/,
    ],
    [
      'an unknown key of a block',
      [{ name: 'a', type: 'heading', value: { text: 'x' }, school_id: 'y' }],
      /^code\.0/,
    ],
    ['a name twice', [heading('x', 'a'), heading('y', 'a')], /^code\.1\.name/],
    ['a text that is too long', [heading('x'.repeat(201))], /^code\.0\.value\.text/],
    ['too many blocks', Array.from({ length: 201 }, (_, at) => heading('x', `n${at}`)), /^code/],
    [
      'a colour that is none',
      [
        {
          name: 'a',
          type: 'boxed_text',
          value: {
            html: 'x',
            background: 'red;background:url(//evil)',
            color: '#000000',
            word_break: 'break-word',
          },
        },
      ],
      /^code\.0\.value\.background/,
    ],
  ])('takes no %s', async (_, code, path) => {
    const { id } = await create();
    const refused = await save(id, { code });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.error().errors ?? {})).toEqual([expect.stringMatching(path)]);
  });

  it('belongs to its school only', async () => {
    const { id } = await create();
    const other = await createSchool(test);
    const foreign = { token: other.owner.token, params: { id } };
    expect((await test.call(newsletterRoutes.getNewsletter, foreign)).status).toBe(404);
    expect(
      (await test.call(newsletterRoutes.updateNewsletter, { ...foreign, body: { title: 'x' } })).status,
    ).toBe(404);
    expect((await test.call(newsletterRoutes.publishNewsletter, foreign)).status).toBe(404);
    expect((await test.call(newsletterRoutes.unpublishNewsletter, foreign)).status).toBe(404);
    expect((await test.call(newsletterRoutes.deleteNewsletter, foreign)).status).toBe(404);
    expect((await test.call(newsletterRoutes.lastNewsletter, { token: other.owner.token })).status).toBe(404);
    expect((await load(id)).attributes.version).toBe(1);
  });

  it('is not found under an unknown id', async () => {
    expect(
      (
        await test.call(newsletterRoutes.getNewsletter, {
          token: school.owner.token,
          params: { id: randomUUID() },
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await test.call(newsletterRoutes.getNewsletter, {
          token: school.owner.token,
          params: { id: '1 or 1=1' },
        })
      ).status,
    ).toBe(404);
  });

  it('is gone after deletion', async () => {
    const { id, path } = await publishNewsletter(test, school.owner);
    const call = { token: school.owner.token, params: { id } };
    expect((await test.call(newsletterRoutes.deleteNewsletter, call)).status).toBe(204);
    expect((await test.call(newsletterRoutes.getNewsletter, call)).status).toBe(404);
    expect((await test.call(newsletterRoutes.deleteNewsletter, call)).status).toBe(404);
    expect((await test.app.inject(path)).statusCode).toBe(404);
  });

  it('can be written by every role', async () => {
    for (const role of ['admin', 'editor'] as const) {
      const staff = await createStaff(test, school.id, role);
      await publishNewsletter(test, staff);
    }
  });
});

describe('the footer', () => {
  const footer = (text: string) => ({ name: 'foot', type: 'footer', value: { text } });

  it('has its text in its block and in `footerContent`', async () => {
    const { id, attributes } = await create({ code: [footer('See you on Friday')] });
    expect(attributes.footerContent).toBe('See you on Friday');
    const changed = await saved(id, { footerContent: 'See you on Monday' });
    expect(changed.attributes).toMatchObject({
      footerContent: 'See you on Monday',
      code: [footer('See you on Monday')],
    });
    expect(changed.attributes.body).toContain('See you on Monday');
    expect((await saved(id, { code: [footer('Never')] })).attributes.footerContent).toBe('Never');
  });

  it('starts with the latest text', async () => {
    await create({ code: [footer('Term ends in July')] });
    expect((await create()).attributes).toMatchObject({ footerContent: 'Term ends in July', code: [] });
  });
});

describe('files of our own', () => {
  const image = (url: string) => ({ name: 'i', type: 'image', value: { url, alt: 'A picture' } });

  it('are stored as paths, and returned as addresses', async () => {
    const { publicUrl } = test.context.config;
    const own = `${publicUrl}/files/abc.png`;
    await registerFiles(test, school, ['/files/abc.png']);
    const { id, attributes } = await create({ code: [image(own)] });
    expect(attributes.code).toEqual([image(own)]);
    expect(attributes.body).toContain(`src="${own}"`);
    const { path } = await publish(test, school.owner, id);
    expect((await test.app.inject(path)).payload).toContain('src="/files/abc.png"');
  });

  it('include the original of a cropped picture, alone and in a group', async () => {
    const { publicUrl } = test.context.config;
    const crop = { original: '/files/whole.png', x: 0, y: 0.25, width: 1, height: 0.5 };
    await registerFiles(test, school, ['/files/part.png', crop.original]);
    const cropped = (origin: string) => ({
      url: `${origin}/files/part.png`,
      alt: 'A part',
      crop: { ...crop, original: origin + crop.original },
    });
    const code = (origin: string) => [
      { name: 'i', type: 'image', value: cropped(origin) },
      { name: 'g', type: 'image_group', value: { images: [cropped(origin)] } },
    ];
    const { id, attributes } = await create({ code: code('') });
    expect(attributes.code).toEqual(code(publicUrl));
    const [row] = await test.context.database
      .orm()
      .select({ code: newsletters.code })
      .from(newsletters)
      .where(eq(newsletters.id, id));
    expect(row?.code).toEqual(code(''));
    const { path } = await publish(test, school.owner, id);
    const page = (await test.app.inject(path)).payload;
    expect(page).toContain('src="/files/part.png"');
    expect(page).not.toContain('whole.png');
  });

  it('may be sent as paths; addresses of other films stay unchanged', async () => {
    expect((await create({ code: [image('/files/abc.png')] })).attributes.code).toEqual([
      image(`${test.context.config.publicUrl}/files/abc.png`),
    ]);
    const film = { name: 'v', type: 'video', value: { url: 'https://films.example/a', title: 'Film' } };
    expect((await create({ code: [film] })).attributes.code).toEqual([film]);
  });
});

describe('the newsletter created last', () => {
  it('is returned with another title', async () => {
    await create({ title: 'Older', code: [heading('Old')] });
    test.clock.advance(1000);
    const newest = await create({
      title: 'Newest',
      layout_type: 'two_columns_right',
      code: [heading('New')],
    });
    const call = { token: school.owner.token, query: { title: 'Next week' } };
    const pattern = (await test.call(newsletterRoutes.lastNewsletter, call)).ok().news_letter.data;
    expect(pattern.attributes).toMatchObject({
      title: 'Next week',
      layout_type: 'two_columns_right',
      code: [heading('New')],
    });
    expect((await load(newest.id)).attributes.title).toBe('Newest');
  });
});

describe('publishing', () => {
  it('creates a permanent slug, and reports unpublished changes', async () => {
    const { id } = await create({ title: 'Sports day — Спорт' });
    const first = await publish(test, school.owner, id);
    expect(first.slug).toMatch(/^sports-day-sport-[0-9a-z]{14}$/);
    expect((await load(id)).attributes).toMatchObject({
      status: 'published',
      slug: first.slug,
      has_unpublished_changes: false,
    });
    const changed = await saved(id, { title: 'Renamed', version: 1 });
    expect(changed.attributes).toMatchObject({
      status: 'published',
      slug: first.slug,
      has_unpublished_changes: true,
    });
    expect(await publish(test, school.owner, id)).toEqual(first);
    expect((await load(id)).attributes.has_unpublished_changes).toBe(false);
  });

  it('reports no unpublished changes once all are changed back', async () => {
    const { id } = await create({ title: 'Seen', code: [heading('Seen')] });
    const { slug } = await publish(test, school.owner, id);
    const other = { code: [heading('Seen'), heading('Added', 'heading-2')] };
    expect((await saved(id, other)).attributes.has_unpublished_changes).toBe(true);
    const back = await saved(id, { code: [heading('Seen')] });
    expect(back.attributes).toMatchObject({ slug, version: 3, has_unpublished_changes: false });
    expect((await saved(id, { title: 'Other' })).attributes.has_unpublished_changes).toBe(true);
    expect((await saved(id, { title: 'Seen' })).attributes.has_unpublished_changes).toBe(false);
    const wide = { layout_type: 'two_columns_left' };
    expect((await saved(id, wide)).attributes.has_unpublished_changes).toBe(true);
  });

  it('publishes only the version that the caller has seen', async () => {
    const { id } = await create({ title: 'Mine', code: [heading('Seen')] });
    await saved(id, { code: [heading('A colleague’s, half written')], version: 1 });
    const publishVersion = (version: number) =>
      test.call(newsletterRoutes.publishNewsletter, {
        token: school.owner.token,
        params: { id },
        body: { version },
      });
    const [refused, seen] = await Promise.all([publishVersion(1), publishVersion(2)]);
    expect(refused.status).toBe(409);
    expect(refused.error().news_letter).toMatchObject({
      data: { id, attributes: { version: 2, status: expect.any(String) } },
    });
    expect(seen.ok().news_letter.data.attributes.status).toBe('published');
    expect((await publishVersion(1)).status).toBe(409);
    const wrapped = { news_letter: { version: 0 } };
    const call = { token: school.owner.token, params: { id }, body: wrapped };
    expect((await test.call(newsletterRoutes.publishNewsletter, call)).status).toBe(400);
  });

  it('keeps the slug while unpublished', async () => {
    const { id, slug } = await publishNewsletter(test, school.owner);
    const call = { token: school.owner.token, params: { id } };
    const taken = (await test.call(newsletterRoutes.unpublishNewsletter, call)).ok().news_letter.data
      .attributes;
    expect(taken).toMatchObject({ status: 'draft', slug, has_unpublished_changes: false });
    expect((await test.call(newsletterRoutes.unpublishNewsletter, call)).status).toBe(200);
    expect((await publish(test, school.owner, id)).slug).toBe(slug);
  });
});
