import { groupRoutes } from '#contract/groups/groups.ts';
import type { GroupsInFile } from '#contract/groups/import-groups.ts';
import { moveUpRoutes } from '#contract/groups/move-up.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { signUps } from '#server/platform/db/schema/families.ts';
import { subscriberImports } from '#server/platform/db/schema/subscribers.ts';
import type { TestApp } from '#test/app.ts';
import { freshEmail, type TestPerson } from '#test/factories.ts';
import { MULTIPART, multipartBody } from '#test/multipart.ts';
import { publishNewsletter } from '#test/newsletters.ts';
import type { ExampleCaller, Examples } from './example.ts';

const CSV = 'First name,Last name,Email\r\nAmelia,Okafor,amelia@families.example\r\n';

/** Calls about families, groups and their pages. */
export const FAMILY_EXAMPLES = {
  familySettings: async () => ({}),
  updateFamilySettings: async () => ({ body: { settings: { approval: true, digest_weekday: 5 } } }),
  listSignUps: async () => ({}),
  acceptSignUp: async (test, actor) => ({ params: { id: await waitingFamilyOf(test, actor) } }),
  refuseSignUp: async (test, actor) => ({ params: { id: await waitingFamilyOf(test, actor) } }),
  listSubscribers: async () => ({ query: { search_string: 'okafor' } }),
  createSubscriber: async () => ({ body: { subscriber: subscriberOf(freshEmail()) } }),
  importSubscribers: async () => ({
    body: importBody(CSV),
    headers: MULTIPART,
  }),
  lastImport: async () => ({}),
  importResult: async (test, actor) => ({ params: { id: await finishedImport(test, actor) } }),
  cancelImport: async (test, actor) => ({
    params: { id: await insertImport(test, actor, { status: 'running' }) },
  }),
  importUndoing: async (test, actor) => ({ params: { id: await undoableImport(test, actor) } }),
  undoImport: async (test, actor) => ({ params: { id: await undoableImport(test, actor) } }),
  exportSubscribers: async () => ({}),
  getSubscriber: async (test, actor) => ({ params: { id: await subscriberIn(test, actor) } }),
  updateSubscriber: async (test, actor) => ({
    params: { id: await subscriberIn(test, actor) },
    body: { subscriber: { first_name: 'Amélie' } },
  }),
  addressWorksAgain: async (test, actor) => ({ params: { id: await subscriberIn(test, actor) } }),
  deleteSubscriber: async (test, actor) => ({ params: { id: await subscriberIn(test, actor) } }),
  listGroups: async () => ({}),
  createGroup: async () => ({ body: { group: { name: 'Year 4' } } }),
  updateGroup: async (test, actor) => ({
    params: { id: await groupIn(test, actor) },
    body: { group: { name: 'Year 5' } },
  }),
  mergeGroup: async (test, actor) => ({
    params: { id: await groupIn(test, actor) },
    body: { group: { into: await groupIn(test, actor, 'Choir') } },
  }),
  addMembers: async (test, actor) => ({
    params: { id: await groupIn(test, actor) },
    body: { members: { subscriber_ids: [await subscriberIn(test, actor)] } },
  }),
  removeMembers: async (test, actor) => ({
    params: { id: await groupIn(test, actor) },
    body: { members: { subscriber_ids: [await subscriberIn(test, actor)] } },
  }),
  groupUses: async (test, actor) => ({ params: { id: await groupIn(test, actor) } }),
  moveUp: async (test, actor) => ({ body: { move: await moveIn(test, actor) } }),
  lastMove: async () => ({}),
  undoMove: async (test, actor) => {
    const call = { token: actor.token, body: { move: await moveIn(test, actor) } };
    (await test.call(moveUpRoutes.moveUp, call)).ok();
    const { move } = (await test.call(moveUpRoutes.lastMove, { token: actor.token })).ok();
    return { params: { id: move?.id ?? '' } };
  },
  deleteGroup: async (test, actor) => {
    const id = await groupIn(test, actor);
    const call = { token: actor.token, params: { id }, body: { group: { retired: true } } };
    (await test.call(groupRoutes.updateGroup, call)).ok();
    return { params: { id } };
  },
  getSchoolPages: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  updateSchoolPages: async (_, actor) => ({
    params: { id: actor.schoolId ?? '' },
    body: { school_pages: { lists_newsletters: true } },
  }),
  listListings: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  getListing: async (test, actor) => ({ params: { id: (await publishNewsletter(test, actor)).id } }),
  setListing: async (test, actor) => ({
    params: { id: (await publishNewsletter(test, actor)).id },
    body: { listing: { is_listed: true } },
  }),
} satisfies Examples;

function subscriberOf(email: string) {
  return { first_name: 'Amelia', last_name: 'Okafor', email };
}

async function subscriberIn(test: TestApp, { token }: TestPerson): Promise<string> {
  const body = { subscriber: subscriberOf(freshEmail()) };
  return (await test.call(subscriberRoutes.createSubscriber, { token, body })).ok().subscriber.data.id;
}

async function groupIn(test: TestApp, { token }: TestPerson, name = 'Year 4'): Promise<string> {
  const body = { group: { name } };
  return (await test.call(groupRoutes.createGroup, { token, body })).ok().group.data.id;
}

async function moveIn(test: TestApp, actor: TestPerson) {
  const from = await groupIn(test, actor);
  const last = (await test.call(moveUpRoutes.lastMove, { token: actor.token })).ok().move;
  const moves = [{ from, to: await groupIn(test, actor, 'Year 5') }];
  return { moves, leavers: null, after: last?.id ?? null };
}

async function finishedImport(test: TestApp, actor: ExampleCaller): Promise<string> {
  return await insertImport(test, actor, { status: 'done', finishedAt: test.clock.now() });
}

async function undoableImport(test: TestApp, actor: ExampleCaller): Promise<string> {
  const changes = { status: 'done', finishedAt: test.clock.now(), isUndoable: true } as const;
  return await insertImport(test, actor, changes);
}

// Inserted directly, so that no job processes it.
async function insertImport(
  { context }: TestApp,
  { schoolId }: ExampleCaller,
  changes: Partial<typeof subscriberImports.$inferInsert>,
): Promise<string> {
  const [row] = await context.database
    .orm()
    .insert(subscriberImports)
    .values({ schoolId: schoolId ?? '', fileName: 'parents.csv', agreement: 'told', ...changes })
    .returning();
  return row?.id ?? '';
}

async function waitingFamilyOf(test: TestApp, { schoolId }: ExampleCaller): Promise<string> {
  const now = test.clock.now();
  const [row] = await test.context.database
    .orm()
    .insert(signUps)
    .values({
      schoolId: schoolId ?? '',
      email: freshEmail(),
      groupIds: [],
      state: 'waiting',
      createdAt: now,
      expiresAt: now,
    })
    .returning();
  return row?.id ?? '';
}

/** The multipart body of an import. */
export function importBody(csv: string | Buffer, groups?: GroupsInFile, filename = 'parents.csv'): Buffer {
  return multipartBody([
    ...(groups === undefined ? [] : [{ name: 'groups', content: Buffer.from(JSON.stringify(groups)) }]),
    { name: 'agreement', content: Buffer.from('told') },
    { name: 'file', filename, content: Buffer.from(csv) },
  ]);
}
