import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APPROVAL_LINK_MS, APPROVAL_MESSAGES, approvalRoutes } from '#contract/approval/approval.ts';
import { auditRoutes } from '#contract/audit.ts';
import { eventRoutes } from '#contract/calendar/events.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { APPROVAL_REQUIRED } from '#contract/errors.ts';
import { historyRoutes } from '#contract/history.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { noteRoutes } from '#contract/notes.ts';
import { LINK_LIFETIME } from '#contract/people.ts';
import { contrast } from '#newsletter/values/colour.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { updateSchoolState } from '#server/data/schools.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { hashTables } from '#test/database.ts';
import { SCHOOL_EVENT } from '#test/examples/calendar.ts';
import { createSchool, createStaff, freshEmail, type TestPerson, type TestSchool } from '#test/factories.ts';
import { uploadFile } from '#test/files.ts';
import { createNewsletter, heading, richText } from '#test/newsletters.ts';
import { picture } from '#test/pictures.ts';
import { createSubscribers } from '#test/subscribers.ts';

let test: TestApp;
let school: TestSchool;
let head: TestPerson;
let editor: TestPerson;
let params: { id: string };
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(start);

async function start() {
  school = await createSchool(test);
  head = await createStaff(test, school.id, 'admin', { firstName: 'Fola', lastName: 'Hart' });
  editor = await createStaff(test, school.id, 'editor', { firstName: 'Priya', lastName: 'Nair' });
  await settle({ is_on: true, approver_ids: [head.id] });
  const code = [heading('A harvest to be proud of'), richText('<p>Thank you for every tin.</p>')];
  params = { id: (await createNewsletter(test, editor, { code })).id };
}

const settle = async (approval_settings: object) =>
  (
    await test.call(approvalRoutes.updateApprovalSettings, {
      token: school.owner.token,
      params: { id: school.id },
      body: { approval_settings },
    })
  ).ok().approval_settings.data.attributes;
const publish = async ({ token }: TestPerson) =>
  await test.call(newsletterRoutes.publishNewsletter, { token, params });
const save = async (title: string) =>
  (await test.call(newsletterRoutes.updateNewsletter, { token: editor.token, params, body: { title } })).ok()
    .news_letter.data.attributes.version;
const ask = async (version = 1, approver = head) => {
  const approval = { approver_id: approver.id, version, message: 'Please look at <your> piece.' };
  return await test.call(approvalRoutes.askApproval, { token: editor.token, params, body: { approval } });
};
const request = async () =>
  (await test.call(approvalRoutes.getApproval, { token: editor.token, params })).ok().approval.data.attributes
    .request;
const threads = async () =>
  (await test.call(noteRoutes.listNotes, { token: editor.token, params }))
    .ok()
    .note_thread.data.map(({ attributes: { block, resolved_at, notes } }) => ({
      block,
      isOpen: resolved_at === null,
      notes: notes.map(({ person_name, text }) => `${person_name}: ${text}`),
    }));
const link = async (to = head) => {
  await test.jobs.settled();
  const mail = test.mail.to(to.email).at(-1);
  const path = /https?:\/\/[^/\s]+(\/approve\/[\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (mail === undefined || path === undefined) throw new Error('No link was mailed');
  return { mail, path };
};
const open = (url: string) => test.app.inject({ url });
const post = (url: string, form: Readonly<Record<string, string>> = {}) =>
  test.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const approve = (url: string) => post(url, { decision: 'approve' });

describe('the mailed link', () => {
  it('approves one version, and an editor publishes it', async () => {
    expect((await publish(editor)).error()).toEqual({
      error_message: APPROVAL_MESSAGES.requiredToPublish,
      error_code: APPROVAL_REQUIRED,
    });
    (await ask()).ok();
    const { mail, path } = await link();
    expect(mail.subject).toBe('Please approve ‘Autumn news’');
    expect(mail.replyTo?.address).toBe(editor.email);
    expect(mail.html).toContain('A harvest to be proud of');
    expect(mail.html).toContain('Please look at &lt;your&gt; piece.');
    expect(mail.html.split(`${path}"`)).toHaveLength(3);
    // The mail goes to a colleague, who is on no list.
    expect(`${mail.html}${mail.text}`).not.toMatch(/unsubscribe|preferences/i);

    const before = await hashTables(test.context.database);
    for (let time = 0; time < 5; time += 1) {
      const page = await open(path);
      expect(page.statusCode).toBe(200);
      expect(page.payload).not.toContain('<script');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.headers['referrer-policy']).toBe('no-referrer');
      expect(page.headers['cache-control']).toBe('no-store');
      const frame = await open(`${path}/newsletter`);
      expect(frame.payload).toContain('A harvest to be proud of');
      expect(frame.headers['content-security-policy']).toContain("frame-ancestors 'self'");
      await open(`${path}/changes`);
      expect((await test.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
    }
    expect(await hashTables(test.context.database)).toEqual(before);
    expect(before).not.toContain(path.slice('/approve/'.length));
    expect((await publish(editor)).status).toBe(403);

    const [thanks, again] = await Promise.all([approve(path), approve(path)]);
    const pages = `${thanks.payload}${again.payload}`;
    expect(pages).toContain('Priya can publish ‘Autumn news’ now.');
    expect(pages).toContain('You approved this on');
    expect((await open(path)).payload).toContain('You approved this on');
    expect((await publish(editor)).status).toBe(200);
    expect(await request()).toMatchObject({
      status: 'approved',
      decided_by: 'Fola Hart',
      has_changed: false,
    });
    await test.jobs.settled();
    expect(test.mail.to(editor.email).at(-1)?.subject).toBe('Fola Hart approved ‘Autumn news’');

    const { state } = (await test.call(historyRoutes.listStates, { token: editor.token, params })).ok();
    const kept = state.data.map(({ attributes }) => [attributes.reason, attributes.person_name]);
    expect(kept).toContainEqual(['approved', 'Fola Hart']);
    test.clock.advance(200 * 24 * 3_600_000);
    await test.jobs.run('newsletter_history');
    const owner = await createStaff(test, school.id, 'owner');
    const later = (await test.call(historyRoutes.listStates, { token: owner.token, params })).ok();
    expect(later.state.data.map(({ attributes }) => attributes.reason)).toContain('approved');
    const log = await test.call(auditRoutes.auditLog, { token: owner.token, params: { id: school.id } });
    const actions = log.ok().audit_log.data.map(({ attributes }) => attributes.action);
    expect(actions.filter((action) => action === 'newsletter_approved')).toHaveLength(1);
    expect(actions).toEqual(
      expect.arrayContaining(['approval_switched_on', 'approvers_changed', 'approval_asked']),
    );
    expect(test.log.join('\n')).not.toContain(path.slice('/approve/'.length));
  });

  it('says that it has changed since, and approves nothing then', async () => {
    (await ask()).ok();
    const { path } = await link();
    await save('Winter news');
    const page = await open(path);
    expect(page.payload).toContain('It has changed since');
    expect(page.payload).toContain('Title changed');
    expect(page.payload).toContain(`href="${path}/now">Read the changes</a>`);
    const tried = await approve(path);
    expect([tried.statusCode, tried.payload.includes('It has changed since')]).toEqual([409, true]);
    expect(await request()).toMatchObject({ status: 'waiting', has_changed: true });
    expect((await publish(editor)).status).toBe(403);
    // Changed back, it equals the requested version.
    await save('Autumn news');
    expect((await approve(path)).payload).toContain('Approved');
    await save('Spring news');
    expect(await request()).toMatchObject({ changes: [{ block: null, words: 'Title changed' }] });
    expect((await publish(editor)).status).toBe(403);
  });

  it('says what has changed since the answer before, and begins there', async () => {
    (await ask()).ok();
    expect((await approve((await link()).path)).payload).toContain('Approved');
    const code = [heading('A harvest to be proud of'), heading('Dates <new>', 'new'), heading('Bye', 'bye')];
    const body = { code };
    const call = { token: editor.token, params, body };
    const { version } = (await test.call(newsletterRoutes.updateNewsletter, call)).ok().news_letter.data
      .attributes;
    (await ask(version)).ok();
    const { mail, path } = await link();
    expect(mail.text).toContain('Changed since you approved it:\n- Heading “Dates <new>” added\n');
    expect(mail.html).toContain('Heading “Dates &lt;new&gt;” added</li>');
    const page = (await open(path)).payload;
    expect(page).toMatch(/<p>Changed since you approved it on \w+ at [\d:]+:<\/p><ul/);
    expect(page).toContain('Text “Thank you for every tin.” removed</li>');
    expect(page).toContain(`<iframe src="${path}/newsletter#mark-new"`);
    expect((await open(`${path}/newsletter`)).payload).toMatch(/id="mark-new"[^>]*>Added</);
    expect((await request())?.before).toMatchObject({
      status: 'approved',
      decided_by: 'Fola Hart',
      changes: [{ block: 'new' }, { block: 'bye' }, { block: 'text-1' }],
    });
    const now = { code: [...code, heading('Later', 'later')] };
    (await test.call(newsletterRoutes.updateNewsletter, { ...call, body: now })).ok();
    expect((await open(`${path}/now`)).payload).toMatch(/now\/newsletter\?read=[\w-]+#mark-later"/);
  });

  it('approves what has changed as it was read, and nothing later', async () => {
    (await ask()).ok();
    const { path } = await link();
    await save('Winter news');
    const code = [heading('A harvest to be proud of'), heading('Dates, new', 'new')];
    const body = { title: 'Winter news', code };
    (await test.call(newsletterRoutes.updateNewsletter, { token: editor.token, params, body })).ok();
    const shown = (await open(`${path}/now`)).payload;
    expect(shown).toContain('Title changed');
    // Requested changes refer to the version that was read.
    expect(shown).toContain(`href="${path}/changes?now"`);
    const form = (await open(`${path}/changes?now`)).payload;
    expect([form.includes(`href="${path}/now"`), form.includes('Dates, new')]).toEqual([true, true]);
    expect((await open(`${path}/changes`)).payload).not.toContain('Dates, new');
    const wrong = (await post(`${path}/changes?now`, { about: 'new', words: '' })).payload;
    expect([wrong.includes('value="new" selected'), wrong.includes(`href="${path}/now"`)]).toEqual([
      true,
      true,
    ]);
    const read = /name="read" value="([^"]+)"/.exec(shown)?.[1] ?? '';
    expect((await open(`${path}/now/newsletter?read=${read}`)).payload).toContain('Winter news');
    for (const query of ['', '?read=', '?read=a&read=b'])
      expect((await open(`${path}/now/newsletter${query}`)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await approve(path)).statusCode).toBe(409);
    await save('Spring news');
    expect((await open(`${path}/now/newsletter?read=${read}`)).statusCode).toBe(404);
    const late = await post(path, { decision: 'approve', read });
    expect([late.statusCode, late.payload.includes('It has changed since')]).toEqual([409, true]);
    await save('Winter news');
    const done = await post(path, { decision: 'approve', read });
    expect(done.payload).toContain('Priya can publish ‘Winter news’ now.');
    expect(await request()).toMatchObject({ status: 'approved', has_changed: false });
    expect((await publish(editor)).status).toBe(200);
  });

  it('answers only to what its own forms send', async () => {
    (await ask()).ok();
    const { path } = await link();
    for (const form of [{}, { decision: 'changes' }, { decision: 'approve', more: '1' }, { approve: '' }])
      expect((await post(path, form)).statusCode).toBe(400);
    expect((await post(`${path}/changes`, { words: 'No', decision: 'approve' })).statusCode).toBe(400);
    const twice = { method: 'POST', url: path, payload: 'decision=approve&decision=approve' } as const;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await test.app.inject({ ...twice, headers })).statusCode).toBe(400);
    expect(await request()).toMatchObject({ status: 'waiting' });
    expect((await open(path)).payload).toContain('name="decision" value="approve"');
  });

  it('asks for changes with a sentence', async () => {
    (await ask()).ok();
    const { path } = await link();
    expect((await open(`${path}/changes`)).payload).toContain('Heading “A harvest to be proud of”');
    const empty = await post(`${path}/changes`, { words: ' ', about: 'heading-1' });
    expect([empty.statusCode, empty.payload.includes('<title>Error: ')]).toEqual([400, true]);
    expect(empty.payload).toContain('value="heading-1" selected');
    const long = await post(`${path}/changes`, { words: '<b>'.repeat(500) });
    expect([long.statusCode, long.payload.includes('<b>')]).toEqual([400, false]);
    // Works after a change of the newsletter, too: no words are lost.
    await save('Winter news');
    const sent = await post(`${path}/changes`, {
      words: 'Thank the kitchen.\r\nAll of it.',
      about: 'text-1',
    });
    expect(sent.payload).toContain('Priya has your words');
    expect(await request()).toMatchObject({
      status: 'changes',
      words: 'Thank the kitchen.\nAll of it.',
      about: 'text-1',
    });
    expect((await open(path)).payload).toContain('You asked for changes on');
    expect((await approve(path)).payload).toContain('You asked for changes on');
    await test.jobs.settled();
    expect(test.mail.to(editor.email).at(-1)?.text).toContain('Thank the kitchen.');
    const block = { name: 'text-1', type: 'text' };
    const notes = ['Fola Hart: Thank the kitchen.\nAll of it.'];
    expect(await threads()).toEqual([{ block, isOpen: true, notes }]);
  });

  it('names photos and events by what they show', async () => {
    const { url } = await uploadFile(test, editor, await picture('jpeg'));
    const morning = { id: 'a', title: 'Open morning', description: 'Come and see.', date: '2099-12-03' };
    const code = [
      { name: 'photo', type: 'image', value: { url, alt: 'The choir in the hall' } },
      { name: 'open', type: 'event', value: { rows: [morning] } },
    ];
    params = { id: (await createNewsletter(test, editor, { code })).id };
    (await ask()).ok();
    const { path } = await link();
    const { payload } = await open(`${path}/changes`);
    for (const called of ['Image “The choir in the hall”', 'Event “Open morning”'])
      expect(payload).toContain(`>${called}</option>`);
    // The edges of the form's fields, in light and in dark (WCAG 1.4.11).
    const colours = (name: string) =>
      [...payload.matchAll(new RegExp(`--${name}: (#\\w+)`, 'g'))].map(([, colour = '']) => colour);
    expect(payload).toMatch(/select, textarea \{[^}]*border: 1px solid var\(--edge\)/);
    const [light = '', dark = ''] = colours('edge');
    const [lightCard = '', darkCard = ''] = colours('card');
    expect(contrast(light, lightCard)).toBeGreaterThan(3);
    expect(contrast(dark, darkCard)).toBeGreaterThan(3);
  });

  it('ends when it is too old, taken back or replaced, or when the person asked may no longer approve', async () => {
    (await ask()).ok();
    const first = await link();
    (await ask()).ok();
    const second = await link();
    expect((await open(first.path)).payload).toContain('Priya has asked again');
    (await test.call(approvalRoutes.takeBackApproval, { token: editor.token, params })).ok();
    expect((await open(second.path)).payload).toContain('Priya has taken the request back');
    (await ask()).ok();
    const third = await link();
    await settle({ is_on: false });
    expect((await open(third.path)).payload).toContain('Ask Priya for a new one.');
    await settle({ is_on: true });
    const { owner } = school;
    const demote = { token: owner.token, params: { id: head.id }, body: { invite: { role: 'editor' } } };
    (await test.call(inviteRoutes.updateInvite, demote)).ok();
    expect((await open(third.path)).statusCode).toBe(404);
    expect(await request()).toMatchObject({ is_orphaned: true });
    // Now that the chosen person is no admin, the owner is asked.
    expect((await ask()).error().errors).toEqual({ approver_id: [APPROVAL_MESSAGES.approver] });
    (await ask(1, owner)).ok();
    const fourth = await link(owner);
    test.clock.advance(APPROVAL_LINK_MS);
    expect((await open(fourth.path)).payload).toContain('Ask Priya for a new one.');
    for (const { path } of [first, second, third, fourth])
      for (const answer of [await approve(path), await post(`${path}/changes`, { words: 'No' })])
        expect(answer.statusCode).toBeOneOf([404, 409]);
  });

  it('decides nothing while the school is suspended, and does so afterwards', async () => {
    (await ask()).ok();
    const { path } = await link();
    const { database, clock } = test.context;
    const suspend = async (why: string | null) =>
      await updateSchoolState(database, school.id, {
        suspendedAt: why === null ? null : clock.now(),
        suspendedFor: why,
      });
    await suspend('families complained');
    expect([(await open(path)).statusCode, (await approve(path)).statusCode]).toEqual([404, 404]);
    await suspend(null);
    expect((await approve(path)).statusCode).toBe(200);
  });

  it('cannot be guessed', async () => {
    const guess = () => `/approve/${randomBytes(32).toString('base64url')}`;
    const remoteAddress = '203.0.113.9';
    for (let time = 0; time < 100; time += 1)
      expect((await test.app.inject({ url: guess(), remoteAddress })).statusCode).toBe(404);
    const next = await test.app.inject({ method: 'POST', url: guess(), remoteAddress, payload: '' });
    expect(next.statusCode).toBeOneOf([415, 429]);
    expect((await test.app.inject({ url: guess(), remoteAddress })).statusCode).toBe(429);
    // A real link from the same address still works: its reader was not guessing.
    (await ask()).ok();
    const { path } = await link();
    expect((await test.app.inject({ url: path, remoteAddress })).statusCode).toBe(200);
    const demote = {
      token: school.owner.token,
      params: { id: head.id },
      body: { invite: { role: 'editor' } },
    };
    (await test.call(inviteRoutes.updateInvite, demote)).ok();
    expect((await test.app.inject({ url: path, remoteAddress })).statusCode).toBe(404);
  });
});

it('lets owner and admins answer in the editor, about what they read there', async () => {
  const answer = async (approval: object) =>
    await test.call(approvalRoutes.decideApproval, { token: head.token, params, body: { approval } });
  expect((await answer({ decision: 'approve', version: 1 })).status).toBe(409);
  (await ask()).ok();
  expect((await answer({ decision: 'changes', version: 1 })).error().errors).toHaveProperty('words');
  const version = await save('Winter news');
  expect((await answer({ decision: 'approve', version: 1 })).status).toBe(409);
  (await answer({ decision: 'approve', version })).ok();
  expect(await request()).toMatchObject({ status: 'approved', has_changed: false });
  expect((await publish(editor)).status).toBe(200);
});

it('keeps the words as a note about the whole newsletter, each time they are asked for', async () => {
  const words = ['Shorter, please.', 'And a picture.'];
  for (const each of words) {
    (await ask()).ok();
    const approval = { decision: 'changes', words: each, version: 1, about: 'gone' };
    (await test.call(approvalRoutes.decideApproval, { token: head.token, params, body: { approval } })).ok();
    const [thread] = (await test.call(noteRoutes.listNotes, { token: editor.token, params })).ok().note_thread
      .data;
    const body = { resolved: true };
    const resolve = { token: editor.token, params: { id: thread?.id ?? '' }, body };
    expect((await threads())[0]?.isOpen).toBe(true);
    (await test.call(noteRoutes.resolveThread, resolve)).ok();
    test.clock.advance(1000);
  }
  const notes = words.map((each) => `Fola Hart: ${each}`);
  expect(await threads()).toEqual([{ block: null, isOpen: false, notes }]);
  (await ask()).ok();
  const approval = { decision: 'approve', words: 'Lovely', version: 1 };
  (await test.call(approvalRoutes.decideApproval, { token: head.token, params, body: { approval } })).ok();
  expect((await threads())[0]?.notes).toEqual(notes);
});

it('lets editors send what was approved, or published by somebody who needs no approval', async () => {
  await createSubscribers(test, school.id, 1);
  const send = async () =>
    await test.call(deliveryRoutes.createDelivery, { token: editor.token, params, body: { delivery: {} } });
  await settle({ is_on: false });
  (await publish(editor)).ok();
  await settle({ is_on: true });
  expect((await send()).error()).toEqual({
    error_message: APPROVAL_MESSAGES.requiredToSend,
    error_code: APPROVAL_REQUIRED,
  });
  test.clock.advance(1000);
  (await publish(school.owner)).ok();
  expect((await send()).status).toBe(201);
});

it('covers the dates that a diary block shows, and sends what was published with them', async () => {
  await createSubscribers(test, school.id, 1);
  const date = dayIn('Europe/London', new Date(test.clock.now().getTime() + 5 * DAY_MS));
  const event = { ...SCHOOL_EVENT, title: 'Canal trip', date };
  const add = async (title: string) => {
    const call = { token: school.owner.token, body: { event: { ...event, title } } };
    (await test.call(eventRoutes.createEvent, call)).ok();
  };
  await add('Canal trip');
  const code = [{ name: 'd', type: 'diary', value: { until: '4_weeks', left_out: [] } }];
  params = { id: (await createNewsletter(test, editor, { code })).id };
  await ask();
  await approve((await link()).path);
  await add('Farm trip');
  expect((await publish(editor)).error()).toEqual({
    error_message: APPROVAL_MESSAGES.datesChanged,
    error_code: APPROVAL_REQUIRED,
  });
  await ask();
  await approve((await link()).path);
  (await publish(editor)).ok();
  const call = { token: editor.token, params, body: { delivery: {} } };
  expect((await test.call(deliveryRoutes.createDelivery, call)).status).toBe(201);
});

it('says by when the answer is needed, on a day to come', async () => {
  const askBy = async (needed_by: string) => {
    const approval = { approver_id: head.id, version: 1, needed_by };
    return await test.call(approvalRoutes.askApproval, { token: editor.token, params, body: { approval } });
  };
  expect((await askBy('2020-01-02')).error().errors).toEqual({ needed_by: [APPROVAL_MESSAGES.past] });
  (await askBy('2030-01-02')).ok();
  expect(await request()).toMatchObject({ needed_by: '2030-01-02' });
  const { mail, path } = await link();
  expect(mail.text).toContain('Needed by Wednesday 2 January.');
  expect(mail.html).toContain('Needed by <strong>Wednesday 2 January</strong>.');
  expect((await open(path)).body).toContain('Needed by Wednesday 2 January.');
});

it('may name a time of that day', async () => {
  const askBy = async (needed: object) => {
    const approval = { approver_id: head.id, version: 1, ...needed };
    return await test.call(approvalRoutes.askApproval, { token: editor.token, params, body: { approval } });
  };
  const today = dayIn('Europe/London', test.clock.now());
  const errors = async (needed: object) => (await askBy(needed)).error().errors;
  expect(await errors({ needed_time: '11:00' })).toEqual({ needed_by: [APPROVAL_MESSAGES.timeWithoutDay] });
  expect(await errors({ needed_by: today, needed_time: '00:00' })).toEqual({
    needed_time: [APPROVAL_MESSAGES.pastTime],
  });
  expect(await errors({ needed_by: '2030-01-02', needed_time: '25:00' })).toHaveProperty('needed_time');
  (await askBy({ needed_by: '2030-01-02', needed_time: '11:00' })).ok();
  expect(await request()).toMatchObject({ needed_by: '2030-01-02', needed_time: '11:00' });
  const { mail, path } = await link();
  expect(mail.text).toContain('Needed by Wednesday 2 January, 11:00.');
  expect((await open(path)).body).toContain('Needed by Wednesday 2 January, 11:00.');
});

describe('also for the owner', () => {
  const publishAs = async ({ token }: TestPerson) =>
    (await test.call(newsletterRoutes.publishNewsletter, { token, params })).status;
  const send = async () =>
    await test.call(deliveryRoutes.createDelivery, {
      token: school.owner.token,
      params,
      body: { delivery: {} },
    });
  const bind = async (binds_owner: boolean) => await settle({ is_on: true, binds_owner });
  const askAndApprove = async () => {
    const approval = { approver_id: head.id, version: 1 };
    const call = { token: school.owner.token, params, body: { approval } };
    (await test.call(approvalRoutes.askApproval, call)).ok();
    await approve((await link()).path);
  };

  it('is off at first, and then binds the owner alone', async () => {
    expect(await settle({ is_on: true })).toMatchObject({ binds_owner: false });
    expect(await publishAs(school.owner)).toBe(200);
    expect(await bind(true)).toMatchObject({ binds_owner: true });
    expect(await publishAs(school.owner)).toBe(403);
    expect(await publishAs(head)).toBe(200);
    await askAndApprove();
    expect(await publishAs(school.owner)).toBe(200);
    expect(await bind(false)).toMatchObject({ binds_owner: false });
    const params2 = { id: school.id };
    const log = await test.call(auditRoutes.auditLog, { token: school.owner.token, params: params2 });
    expect(log.ok().audit_log.data.map(({ attributes }) => attributes.action)).toEqual(
      expect.arrayContaining(['approval_binds_owner', 'approval_frees_owner']),
    );
  });

  it('keeps the owner from sending what nobody else has read', async () => {
    await createSubscribers(test, school.id, 1);
    expect(await publishAs(school.owner)).toBe(200);
    await bind(true);
    expect((await send()).error().error_code).toBe(APPROVAL_REQUIRED);
    test.clock.advance(1000);
    await askAndApprove();
    expect(await publishAs(school.owner)).toBe(200);
    expect((await send()).status).toBe(201);
  });

  it('lets the owner answer for others, and publish what they asked for', async () => {
    await bind(true);
    (await ask(1, head)).ok();
    const body = { approval: { decision: 'approve', version: 1 } };
    (await test.call(approvalRoutes.decideApproval, { token: school.owner.token, params, body })).ok();
    expect(await publishAs(school.owner)).toBe(200);
  });
});

describe('the person who asks', () => {
  const askAs = async ({ token }: TestPerson, approver: TestPerson) => {
    const approval = { approver_id: approver.id, version: 1 };
    return await test.call(approvalRoutes.askApproval, { token, params, body: { approval } });
  };
  const answer = async ({ token }: TestPerson, decision: 'approve' | 'changes') => {
    const approval = { decision, words: 'Words', version: 1 };
    return await test.call(approvalRoutes.decideApproval, { token, params, body: { approval } });
  };
  const seenBy = async ({ token }: TestPerson) =>
    (await test.call(approvalRoutes.getApproval, { token, params })).ok().approval.data.attributes;

  it('does not answer, whoever was asked', async () => {
    // The head is the only chosen approver, so the owner is asked.
    expect((await seenBy(head)).approvers.map(({ id }) => id)).toEqual([school.owner.id]);
    expect((await askAs(head, head)).error().errors).toEqual({ approver_id: [APPROVAL_MESSAGES.own] });
    (await askAs(head, school.owner)).ok();
    for (const decision of ['approve', 'changes'] as const) {
      const refused = await answer(head, decision);
      expect([refused.status, refused.error().error_message]).toEqual([403, APPROVAL_MESSAGES.own]);
    }
    expect((await seenBy(head)).request).toMatchObject({ status: 'waiting', may_answer: false });
    expect((await seenBy(school.owner)).request).toMatchObject({ may_answer: true });
    expect((await seenBy(editor)).request).toMatchObject({ may_answer: false });
    expect((await answer(school.owner, 'approve')).status).toBe(200);
  });

  it('answers where nobody else in the school may', async () => {
    const { owner } = school;
    const role = async (to: string) =>
      (
        await test.call(inviteRoutes.updateInvite, {
          token: owner.token,
          params: { id: head.id },
          body: { invite: { role: to } },
        })
      ).ok();
    await role('editor');
    (await askAs(owner, owner)).ok();
    const { path } = await link(owner);
    // Now somebody else may approve.
    await role('admin');
    expect((await open(path)).statusCode).toBe(404);
    expect((await approve(path)).statusCode).toBe(404);
    expect((await answer(owner, 'approve')).status).toBe(403);
    await role('editor');
    expect((await approve(path)).payload).toContain('Approved');
  });
});

it('asks only people who may approve, and for the version that is stored', async () => {
  expect((await ask(2)).status).toBe(409);
  expect((await ask(1, editor)).status).toBe(400);
  const chosen = { token: school.owner.token, params: { id: school.id } };
  for (const approver_ids of [[], [editor.id], [head.id, (await createSchool(test)).owner.id]]) {
    const body = { approval_settings: { is_on: true, approver_ids } };
    expect((await test.call(approvalRoutes.updateApprovalSettings, { ...chosen, body })).status).toBe(400);
  }
  expect((await settle({ is_on: false })).approvers).toEqual([{ id: head.id, name: 'Fola Hart' }]);
  expect((await ask()).error().error_message).toBe(APPROVAL_MESSAGES.off);
  expect((await publish(editor)).status).toBe(200);
});

it('says who is invited and may approve then, until the invitation has ended', async () => {
  const invitedAt = test.clock.now().toISOString();
  for (const [first_name, role] of [
    ['Nia', 'admin'],
    ['Tom', 'editor'],
  ]) {
    const invite = { first_name, last_name: 'Hart', role, email: freshEmail() };
    (await test.call(inviteRoutes.createInvite, { token: school.owner.token, body: { invite } })).ok();
  }
  const invited = async () => (await settle({ is_on: true })).invited;
  expect(await invited()).toEqual([{ name: 'Nia Hart', invited_at: invitedAt }]);
  test.clock.advance(LINK_LIFETIME.invite);
  expect(await invited()).toEqual([]);
});

it('says in everyday words when it was answered', async () => {
  const friday = new Date('2027-07-09T09:47:00Z');
  test.clock.advance(friday.getTime() - test.clock.now().getTime());
  await start();
  (await ask()).ok();
  const { path } = await link();
  await approve(path);
  test.clock.advance(3 * DAY_MS);
  expect((await open(path)).payload).toContain('You approved this on Friday at 10:47.');
  test.clock.advance(7 * DAY_MS);
  expect((await open(path)).payload).toContain('You approved this on 9 July at 10:47.');
});
