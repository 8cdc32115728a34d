import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { APPROVAL_LINK_MS, APPROVAL_MESSAGES, approvalRoutes } from '#contract/approval/approval.ts';
import { auditRoutes } from '#contract/audit.ts';
import { APPROVAL_REQUIRED } from '#contract/errors.ts';
import { historyRoutes } from '#contract/history.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { contrast } from '#newsletter/values/colour.ts';
import { updateSchoolState } from '#server/data/schools.ts';
import {
  approve,
  ask,
  askForApproval,
  editor,
  head,
  link,
  open,
  params,
  post,
  publish,
  request,
  save,
  school,
  settle,
  test,
  threads,
  write,
} from '#test/approvals.ts';
import { hashTables } from '#test/database.ts';
import { createStaff } from '#test/factories.ts';
import { uploadFile } from '#test/files.ts';
import { heading } from '#test/newsletters.ts';
import { picture } from '#test/pictures.ts';

askForApproval();

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
    await write(code);
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
