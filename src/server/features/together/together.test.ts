import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { approvalRoutes } from '#contract/approval/approval.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { noteRoutes } from '#contract/notes.ts';
import { partRoutes } from '#contract/parts/parts.ts';
import { peopleRoutes } from '#contract/people.ts';
import { STREAM_BEAT_MS, STREAMS, togetherRoutes } from '#contract/together.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { newsletterParts } from '#server/platform/db/schema/parts.ts';
import { sessions } from '#server/platform/db/schema/people.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { openTestDatabase, sharedDatabase } from '#test/database.ts';
import { newNote } from '#test/examples/together.ts';
import { createSchool, createStaff, type TestPerson, type TestSchool } from '#test/factories.ts';
import { type Following, follow } from '#test/following.ts';
import { createNewsletter, heading, publish } from '#test/newsletters.ts';

/** Several people in one newsletter, over real connections to two processes with one database. */

let one: TestApp;
let two: TestApp;
let urls: readonly [string, string];
let school: TestSchool;
let ivy: TestPerson;
let id: string;
const opened: Following[] = [];

/** Waits until a check passes: on a busy machine for longer than the library's second. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000 });
beforeAll(async () => {
  const database = await openTestDatabase();
  one = await buildTestApp({}, { database });
  two = await buildTestApp({}, { database: sharedDatabase(database) });
  urls = [await one.listen(), await two.listen()];
  school = await createSchool(one);
  ivy = await createStaff(one, school.id, 'editor');
});
afterAll(async () => {
  await two.close();
  await one.close();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const each of opened.splice(0)) each.leave();
});

async function open(person: TestPerson, newsletter: string, process: 0 | 1 = 0, window?: string) {
  const following = await follow(urls[process], person, newsletter, window);
  opened.push(following);
  return following;
}

async function start(): Promise<string> {
  return (await createNewsletter(one, school.owner, { code: [heading('Harvest')] })).id;
}

const save = async (person: TestPerson, title: string, facts: { restores?: boolean; kept?: string[] } = {}) =>
  (
    await one.call(newsletterRoutes.updateNewsletter, {
      token: person.token,
      params: { id },
      body: { news_letter: { title, ...facts } },
    })
  ).ok().news_letter.data.attributes.version;

const settleApproval = async (is_on: boolean) =>
  (
    await one.call(approvalRoutes.updateApprovalSettings, {
      token: school.owner.token,
      params: { id: school.id },
      body: { approval_settings: { is_on, approver_ids: [school.owner.id] } },
    })
  ).ok();

const namesSeenBy = (following: Following) =>
  following.here().map(({ person_name, block }) => `${person_name}: ${block ?? 'reads'}`);

it('shows who has it open and where they are, in both processes, until they leave', async () => {
  id = await start();
  const mine = await open(school.owner, id);
  const theirs = await open(ivy, id, 1);
  await eventually(() => expect(mine.here()).toHaveLength(2));
  await eventually(() => expect(theirs.here().length).toBeGreaterThan(0));
  await theirs.move('heading-1');
  const ofIvy = () => mine.here().find(({ person_id }) => person_id === ivy.id);
  await eventually(() => expect(ofIvy()?.block).toBe('heading-1'));
  theirs.leave();
  await eventually(() => expect(ofIvy()).toBeUndefined());
  expect(namesSeenBy(mine)).toHaveLength(1);
});

it('reports saves, notes, approval, publishing, unpublishing and deleting, and by whom', async () => {
  id = await start();
  const mine = await open(school.owner, id);
  const other = await open(school.owner, id, 1);
  const last = () => mine.events.findLast((each) => each.event === 'stored');
  await eventually(() => expect(last()).toMatchObject({ version: 1, status: 'draft', person: null }));
  let version = await save(ivy, 'Harvest news');
  await eventually(() => expect(last()).toMatchObject({ version, person: { id: ivy.id } }));
  expect(last()).not.toHaveProperty('restored');
  version = await save(ivy, 'Harvest', { restores: true, kept: ['heading-1'] });
  await eventually(() =>
    expect(last()).toMatchObject({ person: { id: ivy.id }, restored: true, kept: ['heading-1'] }),
  );
  const note = { token: ivy.token, params: { id }, body: { note: newNote() } };
  (await one.call(noteRoutes.writeNote, note)).ok();
  for (const each of [mine, other])
    await eventually(() => expect(each.events).toContainEqual({ event: 'noted' }));
  await settleApproval(true);
  const approval = { approver_id: school.owner.id, version, message: '' };
  const noted = () => other.events.filter(({ event }) => event === 'noted').length;
  const before = noted();
  const call = { token: ivy.token, params: { id } };
  (await one.call(approvalRoutes.askApproval, { ...call, body: { approval } })).ok();
  await eventually(() => expect(noted()).toBe(before + 1));
  (await one.call(approvalRoutes.takeBackApproval, call)).ok();
  await eventually(() => expect(noted()).toBe(before + 2));
  (await one.call(approvalRoutes.askApproval, { ...call, body: { approval } })).ok();
  const answer = {
    token: school.owner.token,
    params: { id },
    body: { approval: { decision: 'approve', version } },
  };
  (await one.call(approvalRoutes.decideApproval, answer)).ok();
  await eventually(() => expect(noted()).toBe(before + 4));
  await settleApproval(false);
  await publish(one, ivy, id);
  const published = { status: 'published', has_unpublished_changes: false };
  await eventually(() => expect(last()).toMatchObject(published));
  const params = { id };
  (await one.call(newsletterRoutes.unpublishNewsletter, { token: ivy.token, params })).ok();
  await eventually(() => expect(last()).toMatchObject({ status: 'draft' }));
  (await one.call(newsletterRoutes.deleteNewsletter, { token: ivy.token, params })).ok();
  for (const each of [mine, other]) {
    await eventually(() => expect(each.events.at(-1)).toEqual({ event: 'gone' }));
    await eventually(() => expect(each.isOver).toBe(true));
  }
});

it('forgets the windows of a process that has died', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  id = await start();
  const mine = await open(school.owner, id);
  const window = { process: 'dead', schoolId: school.id, newsletterId: id, personId: ivy.id };
  const windows = [{ ...window, personName: 'Ivy', window: 'f'.repeat(32), block: null }];
  one.context.database.announcements.send(JSON.stringify({ kind: 'here', windows }));
  await eventually(() => expect(mine.here()).toHaveLength(2));
  // Its last message was 13 seconds ago, and nobody has queried the database since.
  one.clock.advance(13_000);
  vi.advanceTimersByTime(1000);
  await eventually(() => expect(mine.here()).toHaveLength(1));
  expect(mine.isOver).toBe(false);
});

it('says nothing to other newsletters and schools, and moves nobody else', async () => {
  id = await start();
  const mine = await open(school.owner, id);
  const stranger = await createSchool(one);
  const elsewhere = (await createNewsletter(one, stranger.owner)).id;
  const theirs = await open(stranger.owner, elsewhere);
  await expect(open(stranger.owner, id)).rejects.toThrow('404');
  const ivys = await open(ivy, id);
  await eventually(() => expect(mine.here()).toHaveLength(2));
  await eventually(() => expect(theirs.here()).toHaveLength(1));
  await save(ivy, 'Harvest news');
  // She uses the id of the owner's window.
  await open(ivy, id, 1, mine.window);
  await eventually(() => expect(mine.here()).toHaveLength(3));
  await ivys.move('heading-1');
  await eventually(() => expect(mine.here().filter(({ block }) => block !== null)).toHaveLength(1));
  expect(mine.here().find(({ person_id }) => person_id === school.owner.id)?.block).toBeNull();
  expect(mine.isOver).toBe(false);
  expect(theirs.events.map(({ event }) => event)).toEqual(['stored', 'here']);
});

it('ends when the session ends, the role changes or the school is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const orm = one.context.database.orm();
  const own = await createSchool(one);
  const staff = await createStaff(one, own.id, 'editor');
  const demoted = await createStaff(one, own.id, 'admin');
  const left = await createStaff(one, own.id, 'editor');
  const newsletter = (await createNewsletter(one, own.owner)).id;
  const [owners, staffs, demoteds, lefts] = [
    await open(own.owner, newsletter),
    await open(staff, newsletter),
    await open(demoted, newsletter),
    await open(left, newsletter),
  ];
  await one.call(peopleRoutes.logout, { token: left.token });
  await orm.update(users).set({ role: 'editor' }).where(eq(users.id, demoted.id));
  vi.advanceTimersByTime(STREAM_BEAT_MS);
  await eventually(() => expect(lefts.isOver).toBe(true));
  await eventually(() => expect(demoteds.isOver).toBe(true));
  expect(staffs.isOver).toBe(false);
  await orm.update(schools).set({ closesAt: one.clock.now() }).where(eq(schools.id, own.id));
  vi.advanceTimersByTime(STREAM_BEAT_MS);
  await eventually(() => expect(staffs.isOver).toBe(true));
  expect(owners.isOver).toBe(false);
});

it('recognises people by their stream for a moment only, and for nothing but where they are', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  id = await start();
  const staff = await createStaff(one, school.id, 'editor');
  const [window, other] = [await open(staff, id), await open(staff, id)];
  const statusOf = async (token: string, elsewhere = id) => {
    const body = { window: window.window, block: 'heading-1' };
    return (await one.call(togetherRoutes.moveInNewsletter, { token, params: { id: elsewhere }, body }))
      .status;
  };
  await one.context.database.orm().delete(sessions).where(eq(sessions.userId, staff.id));
  // It works until the next look at the latest.
  expect(await statusOf(staff.token)).toBe(204);
  expect(await statusOf(`${staff.token}x`)).toBe(401);
  const stranger = await createSchool(one);
  expect(await statusOf(staff.token, (await createNewsletter(one, stranger.owner)).id)).toBe(404);
  const read = { token: staff.token, params: { id } };
  expect((await one.call(newsletterRoutes.getNewsletter, read)).status).toBe(401);
  one.clock.advance(15_001);
  expect(await statusOf(staff.token)).toBe(401);
  vi.advanceTimersByTime(STREAM_BEAT_MS);
  for (const each of [window, other]) await eventually(() => expect(each.isOver).toBe(true));
  expect(await statusOf(staff.token)).toBe(401);
});

it('does not ask the database where somebody with a stream is', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  id = await start();
  const mine = await open(school.owner, id);
  const ivys = await open(ivy, id);
  const broken = vi.spyOn(one.context.database, 'orm').mockImplementation(() => {
    throw new Error('Asked');
  });
  await ivys.move('heading-1');
  broken.mockRestore();
  await eventually(() => expect(mine.here().map(({ block }) => block)).toContain('heading-1'));
});

it('does not tell somebody who is alone where they are', async () => {
  id = await start();
  const mine = await open(school.owner, id);
  await eventually(() => expect(mine.here()).toHaveLength(1));
  await mine.move('heading-1');
  await open(ivy, id);
  await eventually(() => expect(mine.here()).toHaveLength(2));
  expect(mine.events.filter(({ event }) => event === 'here')).toHaveLength(2);
});

it('ends for contributors when their last part in it goes, and for nobody else', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const code = [heading('Harvest', 'harvest'), heading('Year 4', 'year-4'), heading('Year 5', 'year-5')];
  id = (await createNewsletter(one, school.owner, { code })).id;
  const give = async (block: string, { id: person_id }: TestPerson) => {
    const part = { block, person_id, due_on: '2030-01-02' };
    const call = { token: school.owner.token, params: { id }, body: { part } };
    return (await one.call(partRoutes.givePart, call)).ok().part.data.id;
  };
  const takeBack = (part: string) =>
    one.call(partRoutes.takeBackPart, { token: school.owner.token, params: { id: part } });
  const [hugh, mia, noor] = [
    await createStaff(one, school.id, 'contributor'),
    await createStaff(one, school.id, 'contributor'),
    await createStaff(one, school.id, 'contributor'),
  ];
  const hughs = [await give('harvest', hugh), await give('year-4', hugh)] as const;
  await give('year-5', mia);
  const [ivys, hughsStream, mias] = [await open(ivy, id), await open(hugh, id, 1), await open(mia, id)];
  const notedEvents = ({ events }: Following) => events.filter(({ event }) => event === 'noted');
  const block = { name: 'year-5', type: 'heading' };
  const note = { token: school.owner.token, params: { id }, body: { note: { ...newNote(), block } } };
  (await one.call(noteRoutes.writeNote, note)).ok();
  await eventually(() => expect(notedEvents(ivys)).toHaveLength(1));
  await takeBack(hughs[0]);
  const version = await save(ivy, 'Harvest news');
  await eventually(() => expect(hughsStream.events).toContainEqual(expect.objectContaining({ version })));
  // The event contains neither the place nor the notes: clients request those that they may read.
  for (const { length } of [notedEvents(ivys), notedEvents(hughsStream)]) expect(length).toBe(2);
  expect(notedEvents(hughsStream)).toContainEqual({ event: 'noted' });
  expect(hughsStream.isOver).toBe(false);
  await takeBack(hughs[1]);
  await eventually(() => expect(hughsStream.isOver).toBe(true));
  expect(mias.isOver).toBe(false);
  // The part is given to somebody else, so it is no longer hers.
  await give('year-5', noor);
  await eventually(() => expect(mias.isOver).toBe(true));
  const noors = await open(noor, id);
  // This change is not announced.
  await one.context.database.orm().delete(newsletterParts).where(eq(newsletterParts.newsletterId, id));
  vi.advanceTimersByTime(STREAM_BEAT_MS);
  await eventually(() => expect(noors.isOver).toBe(true));
  expect(ivys.isOver).toBe(false);
});

it('keeps a person’s newest windows', async () => {
  id = await start();
  const windows: Following[] = [];
  for (let count = 0; count <= STREAMS.ofPerson; count += 1) windows.push(await open(ivy, id));
  await eventually(() => expect(windows[0]?.events.at(-1)).toEqual({ event: 'replaced' }));
  expect(windows.slice(1).some(({ isOver }) => isOver)).toBe(false);
});
