import { describe, expect, it } from 'vitest';
import { APPROVAL_MESSAGES, approvalRoutes } from '#contract/approval/approval.ts';
import { auditRoutes } from '#contract/audit.ts';
import { eventRoutes } from '#contract/calendar/events.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { APPROVAL_REQUIRED } from '#contract/errors.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { noteRoutes } from '#contract/notes.ts';
import { LINK_LIFETIME } from '#contract/people.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import {
  approve,
  ask,
  askForApproval,
  editor,
  head,
  link,
  open,
  params,
  publish,
  request,
  save,
  school,
  settle,
  start,
  test,
  threads,
  write,
} from '#test/approvals.ts';
import { SCHOOL_EVENT } from '#test/examples/calendar.ts';
import { createSchool, freshEmail, type TestPerson } from '#test/factories.ts';
import { createSubscribers } from '#test/subscribers.ts';

askForApproval();

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
  await write(code);
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
