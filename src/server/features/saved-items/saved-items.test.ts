import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileRoutes } from '#contract/files.ts';
import { SAVED_BLOCKS_MAX, SAVED_MAX, savedItemRoutes } from '#contract/saved-items.ts';
import { savedItems } from '#server/platform/db/schema/newsletters.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { registerFiles } from '#test/files.ts';
import { createNewsletter, heading, richText } from '#test/newsletters.ts';

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const post = (fields: object, token = school.owner.token) =>
  test.call(savedItemRoutes.createSavedItem, { token, body: { saved_item: fields } });
const save = async (fields: object) => (await post(fields)).ok().saved_item.data;
const list = async (token = school.owner.token) =>
  (await test.call(savedItemRoutes.listSavedItems, { token })).ok().saved_item.data;
const asOwner = (id: string) => ({ token: school.owner.token, params: { id } });
const load = async (id: string) =>
  (await test.call(savedItemRoutes.getSavedItem, asOwner(id))).ok().saved_item.data;
const signOff = {
  kind: 'blocks',
  name: 'Head’s sign-off',
  code: [richText('<p>Have a lovely weekend</p>'), heading('Ngozi Okafor')],
};

describe('saved blocks', () => {
  it('are kept under a name, for everybody of the school', async () => {
    const made = await save(signOff);
    expect(made.attributes).toMatchObject(signOff);
    const editor = await createStaff(test, school.id, 'editor');
    expect((await list(editor.token)).map(({ attributes }) => attributes.name)).toEqual(['Head’s sign-off']);
    expect(await load(made.id)).toEqual(made);
  });

  it('are listed by name, without their blocks', async () => {
    await save({ ...signOff, name: 'zebra' });
    await save({ ...signOff, name: 'Absence line' });
    const names = (await list()).map(({ attributes }) => attributes.name);
    expect(names).toEqual(['Absence line', 'zebra']);
    expect((await list())[0]?.attributes).not.toHaveProperty('code');
  });

  it('are renamed and deleted, and no newsletter changes', async () => {
    const { id } = await save(signOff);
    const newsletter = await createNewsletter(test, school.owner, { code: signOff.code });
    const renamed = await test.call(savedItemRoutes.renameSavedItem, {
      ...asOwner(id),
      body: { name: 'Sign-off' },
    });
    expect(renamed.ok().saved_item.data.attributes).toMatchObject({ name: 'Sign-off', code: signOff.code });
    expect((await test.call(savedItemRoutes.deleteSavedItem, asOwner(id))).status).toBe(204);
    expect((await test.call(savedItemRoutes.getSavedItem, asOwner(id))).status).toBe(404);
    expect(newsletter.attributes.code).toEqual(signOff.code);
  });

  it('are refused without a name, without a block, or if they are too many', async () => {
    expect((await post({ ...signOff, name: ' ' })).error().errors).toEqual({
      name: ['Please give it a name'],
    });
    expect((await post({ ...signOff, code: [] })).error().errors).toEqual({
      code: ['There is nothing to save yet'],
    });
    const many = Array.from({ length: SAVED_BLOCKS_MAX + 1 }, (_, index) => heading('A', `block-${index}`));
    expect((await post({ ...signOff, code: many })).error().errors).toEqual({ code: ['Limit is 20 blocks'] });
    const large = Array.from({ length: 2 }, (_, index) =>
      richText(`<p>${'a'.repeat(40_000)}</p>`, `text-${index}`),
    );
    expect((await post({ ...signOff, code: large })).error().errors).toEqual({
      code: ['This is too large to save. Please save fewer blocks'],
    });
    expect(await list()).toEqual([]);
  });

  it('are at most a hundred in a school; templates count apart', async () => {
    const row = {
      schoolId: school.id,
      kind: 'blocks',
      name: 'x',
      layoutType: 'one_column',
      code: [],
      codeVersion: 4,
    } as const;
    await test.context.database
      .orm()
      .insert(savedItems)
      .values(Array.from({ length: SAVED_MAX.blocks - 1 }, () => row));
    const answers = await Promise.all([post(signOff), post(signOff)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await post({ ...signOff, kind: 'template' })).status).toBe(201);
  });

  it('keep a file in the library’s list of uses, and lack it once it is deleted', async () => {
    const url = `/files/${'a'.repeat(32)}.png`;
    await registerFiles(test, school, [url]);
    const picture = { name: 'p', type: 'image', value: { url, alt: 'A robin' } };
    const { id } = await save({ ...signOff, name: 'Robin', code: [picture, heading('Robin')] });
    const files = async () =>
      (await test.call(fileRoutes.listAttachments, { token: school.owner.token })).ok().attachments.data;
    const [file] = await files();
    expect(file?.attributes.uses).toEqual([{ newsletter_id: null, title: 'Robin', published: false }]);
    const call = { token: school.owner.token, params: { id: file?.id ?? '' } };
    expect((await test.call(fileRoutes.deleteAttachment, call)).status).toBe(204);
    expect(JSON.stringify((await load(id)).attributes.code)).not.toContain('/files/');
  });
});

describe('a template', () => {
  it('is a whole newsletter, with layout, design and colours', async () => {
    const template = {
      kind: 'template',
      name: 'Friday news',
      layout_type: 'two_columns_left',
      design: 'poster',
      colours: { primary: '#aa1144', secondary: '#224488' },
      code: signOff.code,
    };
    const made = await save(template);
    expect((await load(made.id)).attributes).toMatchObject(template);
    expect((await list())[0]?.attributes).toMatchObject({
      kind: 'template',
      layout_type: 'two_columns_left',
    });
  });
});
