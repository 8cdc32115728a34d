import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { NOTE_MAX, NOTE_MESSAGES, NOTES_MAX, noteRoutes } from '#contract/notes.ts';
import { MAILS_PER_HOUR, MENTIONS_PER_HOUR } from '#contract/rules/mail-limits.ts';
import { notes } from '#server/platform/db/schema/notes.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { newNote } from '#test/examples/together.ts';
import { createSchool, createStaff, type TestPerson, type TestSchool } from '#test/factories.ts';
import { createNewsletter, heading, publish } from '#test/newsletters.ts';

let test: TestApp;
let school: TestSchool;
let ivy: TestPerson;
let params: { readonly id: string };
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
  ivy = await createStaff(test, school.id, 'editor', { firstName: 'Ivy', lastName: 'Walker' });
  const { id } = await createNewsletter(test, school.owner, { code: [heading('Harvest')] });
  params = { id };
});
afterAll(() => test.close());

const post = ({ token }: TestPerson, note: object) =>
  test.call(noteRoutes.writeNote, { token, params, body: { note } });
const write = async (person: TestPerson, note: object) => (await post(person, note)).ok().note_thread.data;
const list = async () => (await test.call(noteRoutes.listNotes, { token: ivy.token, params })).ok();
const threads = async () => (await list()).note_thread.data.map(({ attributes }) => attributes);
const words = async () => (await threads()).map((thread) => thread.notes.map(({ text }) => text));
const resolve = (id: string, resolved: boolean) =>
  test.call(noteRoutes.resolveThread, { token: ivy.token, params: { id }, body: { resolved } });
const edit = (person: TestPerson, id: string, note: object) =>
  test.call(noteRoutes.editNote, { token: person.token, params: { id }, body: { note } });
const remove = ({ token }: TestPerson, id: string) =>
  test.call(noteRoutes.deleteNote, { token, params: { id } });
const mailsTo = async ({ email }: TestPerson) => {
  await test.jobs.settled();
  return test.mail.to(email);
};

describe('notes', () => {
  it('are at blocks that the newsletter has or had, and at no others', async () => {
    const at = (name: string) => ({ ...newNote(), block: { name, type: 'heading' } });
    const refused = await post(ivy, at('invented'));
    expect([refused.status, refused.error().error_message]).toEqual([409, NOTE_MESSAGES.block]);
    const body = { news_letter: { code: [heading('Harvest', 'new')] } };
    (await test.call(newsletterRoutes.updateNewsletter, { token: ivy.token, params, body })).ok();
    expect((await post(ivy, at('new'))).status).toBe(201);
    // The block is in the history.
    expect((await post(ivy, at('heading-1'))).status).toBe(201);
    // But not a block that only another newsletter has.
    params = { id: (await createNewsletter(test, school.owner, { code: [] })).id };
    expect((await post(ivy, at('heading-1'))).status).toBe(409);
  });

  it('are one thread a block, which a reply opens again, and one about the whole newsletter', async () => {
    const first = await write(school.owner, newNote());
    expect((await resolve(first.id, true)).ok().note_thread.data.attributes.resolved_at).not.toBeNull();
    test.clock.advance(1000);
    const replied = await write(ivy, newNote('Yes.\r\n\r\nOne sentence?  '));
    expect(replied).toMatchObject({ id: first.id, attributes: { resolved_at: null } });
    await write(ivy, { ...newNote('Good!'), block: null });
    expect(await words()).toEqual([
      ['Can we thank the kitchen team too?', 'Yes.\n\nOne sentence?'],
      ['Good!'],
    ]);
    expect((await threads()).map(({ block }) => block)).toEqual([
      { name: 'heading-1', type: 'heading' },
      null,
    ]);
    expect((await threads())[0]?.notes[1]).toMatchObject({ person_id: ivy.id, person_name: 'Ivy Walker' });
    await resolve(first.id, true);
    expect((await resolve(first.id, false)).ok().note_thread.data.attributes.resolved_at).toBeNull();
  });

  it('stay when the block goes, are in no copy, and nothing that families see has them', async () => {
    await write(ivy, newNote());
    const { path } = await publish(test, school.owner, params.id);
    expect((await test.app.inject({ url: path })).body).not.toContain('kitchen team');
    const body = { news_letter: { code: [] } };
    (await test.call(newsletterRoutes.updateNewsletter, { token: ivy.token, params, body })).ok();
    expect(await words()).toEqual([['Can we thank the kitchen team too?']]);
    const next = (await test.call(newsletterRoutes.nextIssue, { token: ivy.token, params })).ok();
    params = { id: next.news_letter.data.id };
    expect(await words()).toEqual([]);
  });

  it('are written once, however often the call is sent', async () => {
    const note = newNote();
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(ivy, note)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await post(ivy, note)).status).toBe(201);
    expect(await words()).toEqual([[note.text]]);
    // The id of somebody else's note reveals nothing.
    const other = await createSchool(test);
    const own = await createNewsletter(test, other.owner);
    const call = { token: other.owner.token, params: { id: own.id }, body: { note } };
    expect((await test.call(noteRoutes.writeNote, call)).status).toBe(409);
  });

  it('are changed and deleted by their author alone; the last one takes its thread along', async () => {
    const note = newNote();
    await write(ivy, note);
    expect((await edit(school.owner, note.id, { text: 'No' })).status).toBe(403);
    expect((await remove(school.owner, note.id)).status).toBe(403);
    const [changed] = (await edit(ivy, note.id, { text: 'Thanks!' })).ok().note_thread.data.attributes.notes;
    expect(changed).toMatchObject({ text: 'Thanks!', edited_at: expect.any(String) });
    expect((await remove(ivy, note.id)).status).toBe(204);
    expect(await threads()).toEqual([]);
  });

  it('keep the words of people who have left, without a name, and then anybody may delete them', async () => {
    const note = newNote();
    await write(ivy, note);
    const ofOwner = { token: school.owner.token, params: { id: ivy.id } };
    (await test.call(inviteRoutes.deleteInvite, ofOwner)).ok();
    ivy = school.owner;
    expect((await threads())[0]?.notes).toMatchObject([
      { person_id: null, person_name: null, text: note.text },
    ]);
    expect((await edit(school.owner, note.id, { text: 'No' })).status).toBe(403);
    expect((await remove(school.owner, note.id)).status).toBe(204);
  });

  it('are refused if they are empty or long, and above the number that a newsletter may have', async () => {
    for (const [text, message] of [
      [' \n ', 'Please write something'],
      ['a'.repeat(NOTE_MAX + 1), 'Limit is 1000 symbols'],
    ])
      expect((await post(ivy, { ...newNote(), text })).error().errors).toEqual({ text: [message] });
    const { id: threadId } = await write(ivy, newNote());
    const row = { schoolId: school.id, threadId, text: 'x', createdAt: test.clock.now() };
    const rows = Array.from({ length: NOTES_MAX - 2 }, () => ({ ...row, id: newNote().id }));
    await test.context.database.orm().insert(notes).values(rows);
    const answers = await Promise.all([post(ivy, newNote()), post(ivy, newNote())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('naming a colleague', () => {
  it('sends one mail with the words and a link to the block, and one line in the log', async () => {
    const note = newNote('@Ivy Walker can we thank them?\nSee example.com & <b>');
    await write(school.owner, { ...note, mentions: [ivy.id, school.owner.id] });
    (await edit(school.owner, note.id, { text: `${note.text}!`, mentions: [ivy.id] })).ok();
    const mails = await mailsTo(ivy);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain('names you in a note on ‘Autumn news’');
    expect(mails[0]?.text).toContain('“@Ivy Walker can we thank them?');
    expect(mails[0]?.text).toContain(`/app/newsletters/editor/${params.id}?notes=heading-1`);
    expect(mails[0]?.html).toContain('See example.com &amp; &lt;b&gt;');
    expect(await mailsTo(school.owner)).toEqual([]);
    const log = { token: school.owner.token, params: { id: school.id }, query: {} };
    const { audit_log } = (await test.call(auditRoutes.auditLog, log)).ok();
    expect(audit_log.data.map(({ attributes }) => attributes.action)).toEqual(['colleague_named']);
  });

  it('mails nobody of another school, and nobody who has not signed in yet', async () => {
    const stranger = await createSchool(test);
    const invited = await createStaff(test, school.id, 'editor', { status: 'INACTIVE' });
    const note = { ...newNote(), mentions: [stranger.owner.id, invited.id] };
    await write(ivy, note);
    expect([...(await mailsTo(stranger.owner)), ...(await mailsTo(invited))]).toEqual([]);
    expect((await list()).colleagues.map(({ id }) => id).sort()).toEqual([school.owner.id, ivy.id].sort());
  });

  it('is limited for each person and each mailbox an hour; the words of a refused note are not kept', async () => {
    const asked = () => post(ivy, { ...newNote(), mentions: [school.owner.id] });
    for (let sent = 0; sent < MENTIONS_PER_HOUR; sent += 1) expect((await asked()).status).toBe(201);
    const refused = await asked();
    expect(refused.status).toBe(429);
    expect(refused.error().error_message).toMatch(/^You have named many colleagues/);
    expect((await post(ivy, newNote())).status).toBe(201);
    expect((await threads())[0]?.notes).toHaveLength(MENTIONS_PER_HOUR + 1);
    expect(await mailsTo(school.owner)).toHaveLength(MAILS_PER_HOUR.mention.mailbox);
  });
});
