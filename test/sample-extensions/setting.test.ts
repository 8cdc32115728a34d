import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { historyRoutes } from '#contract/history.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { savedItemRoutes } from '#contract/saved-items.ts';
import { changesBetween, type Version } from '#newsletter/changes/changes.ts';
import { fromCode } from '#newsletter/document/document.ts';
import { mergeNewsletters, withSide } from '#newsletter/merge/merge-newsletters.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { fingerprintOf } from '#server/data/approvals.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { createNewsletter, heading, publish } from '#test/newsletters.ts';
import { RIDDLE_MIGRATION } from '#test/sample-extensions/setting/columns.ts';

/**
 * Adds a setting by a line in the list of settings, its words and its column, and checks what derives from them. The editor's share
 * is in src/web/features/editor/saving/sample-setting.test.ts.
 */

vi.mock('#newsletter/settings/list.ts', async (original) => {
  const { SETTINGS } = await original<typeof import('#newsletter/settings/list.ts')>();
  const { riddleSchema: riddle } = await import('#test/sample-extensions/setting/list.ts');
  return { SETTINGS: { ...SETTINGS, riddle } };
});
vi.mock('#newsletter/settings/setting-words.ts', async (original) => {
  const { OWN_WORDS } = await original<typeof import('#newsletter/settings/setting-words.ts')>();
  const { riddleWords: riddle } = await import('#test/sample-extensions/setting/list.ts');
  return { OWN_WORDS: { ...OWN_WORDS, riddle } };
});
vi.mock('#server/platform/db/schema/setting-columns.ts', async (original) => {
  const { settingColumns } = await original<typeof import('#server/platform/db/schema/setting-columns.ts')>();
  const { riddleColumn } = await import('#test/sample-extensions/setting/columns.ts');
  return { settingColumns: () => ({ ...settingColumns(), riddle: riddleColumn() }) };
});

const riddle = 'What has keys but no locks?';

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
  for (const change of RIDDLE_MIGRATION) await test.context.database.orm().execute(sql.raw(change));
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const create = (fields: object = { riddle }) =>
  createNewsletter(test, school.owner, { code: [heading('Harvest')], ...fields });
async function read(id: string) {
  const { token } = school.owner;
  return (await test.call(newsletterRoutes.getNewsletter, { token, params: { id } })).ok().news_letter.data
    .attributes;
}
const save = (id: string, fields: object) =>
  test.call(newsletterRoutes.updateNewsletter, {
    token: school.owner.token,
    params: { id },
    body: { news_letter: fields },
  });

it('is in forms, drafts and replies, and null where nobody has set it', async () => {
  const { id } = await create();
  expect(await read(id)).toMatchObject({ riddle });
  expect(await read((await create({})).id)).toMatchObject({ riddle: null });
  expect((await save(id, { riddle: 'r'.repeat(41) })).error().errors).toEqual({
    riddle: ['A riddle is short'],
  });
  (await save(id, { title: 'Another' })).ok();
  expect(await read(id)).toMatchObject({ riddle });
  (await save(id, { riddle: null })).ok();
  expect(await read(id)).toMatchObject({ riddle: null });
});

it('is published, and a change of it waits for the next publishing', async () => {
  const { id } = await create();
  await publish(test, school.owner, id);
  expect(await read(id)).toMatchObject({ has_unpublished_changes: false });
  (await save(id, { riddle: null })).ok();
  expect(await read(id)).toMatchObject({ has_unpublished_changes: true });
  (await save(id, { riddle })).ok();
  expect(await read(id)).toMatchObject({ has_unpublished_changes: false });
});

it('is in the states of the history, which name its changes', async () => {
  const { token } = school.owner;
  const { id } = await create({});
  (await save(id, { riddle })).ok();
  const { data } = (await test.call(historyRoutes.listStates, { token, params: { id } })).ok().state;
  const [newest, oldest] = data;
  expect(newest?.attributes.changed).toBe('Riddle');
  const riddleOf = async (state_id = '') =>
    (await test.call(historyRoutes.getState, { token, params: { id, state_id } })).ok().state.data.attributes;
  expect(await riddleOf(newest?.id)).toMatchObject({ riddle });
  expect(await riddleOf(oldest?.id)).toMatchObject({ riddle: null });
});

it('goes with the next issue, and with a template', async () => {
  const { token } = school.owner;
  const { id } = await create();
  await publish(test, school.owner, id);
  const next = await test.call(newsletterRoutes.nextIssue, { token, params: { id }, body: {} });
  expect(next.ok().news_letter.data.attributes).toMatchObject({ riddle });
  const template = { kind: 'template', name: 'Ours', code: [heading('Harvest')], riddle };
  const kept = await test.call(savedItemRoutes.createSavedItem, { token, body: { saved_item: template } });
  expect(kept.ok().saved_item.data.attributes).toMatchObject({ riddle });
});

it('is approved with the rest; without one all approvals stay as they are', () => {
  const content = { title: 'Harvest', layoutType: 'one_column', code: [], codeVersion: 1 } as const;
  const before = fingerprintOf({ ...content, ...DEFAULT_SETTINGS });
  expect(before).toBe(fingerprintOf(content));
  const withRiddle = { ...content, riddle };
  expect(fingerprintOf(withRiddle)).not.toBe(before);
});

function version(settings: object): Version {
  return { title: 'Harvest', document: fromCode('one_column', [], { ...DEFAULT_SETTINGS, ...settings }) };
}

it('is compared and merged, and asked about where two people have changed it', () => {
  const [base, mine, theirs] = [{}, { riddle }, { riddle: 'What has hands but no arms?' }].map(version);
  if (base === undefined || mine === undefined || theirs === undefined) throw new Error('There are three');
  expect(changesBetween(base, mine).map(({ words }) => words)).toEqual(['Riddle changed']);
  expect(mergeNewsletters({ base, theirs: base, mine })).toEqual({ merged: mine, conflicts: [] });
  expect(mergeNewsletters({ base, theirs, mine: base })).toEqual({ merged: theirs, conflicts: [] });
  const { merged, conflicts } = mergeNewsletters({ base, theirs, mine });
  expect(conflicts).toEqual([{ setting: 'riddle', theirs, mine }]);
  const [conflict] = conflicts;
  expect(merged).toEqual(mine);
  expect(conflict && withSide(merged, conflict, 'theirs')).toEqual(theirs);
});
