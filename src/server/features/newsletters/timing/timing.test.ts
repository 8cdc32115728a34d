import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvalRoutes } from '#contract/approval/approval.ts';
import { auditRoutes } from '#contract/audit.ts';
import { dashboardRoutes } from '#contract/dashboard.ts';
import { DELIVERY_MESSAGES, deliveryRoutes } from '#contract/deliveries.ts';
import { fileRoutes } from '#contract/files.ts';
import { GROUP_MESSAGES, groupRoutes } from '#contract/groups/groups.ts';
import { historyRoutes } from '#contract/history.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolClosureRoutes } from '#contract/school-closure.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { timingRoutes } from '#contract/timing/timings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#newsletter/values/durations.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestPerson, type TestSchool } from '#test/factories.ts';
import { keyOf, uploadFile } from '#test/files.ts';
import { createNewsletter, heading, publish } from '#test/newsletters.ts';
import { picture } from '#test/pictures.ts';
import { createSubscribers } from '#test/subscribers.ts';

let test: TestApp;
let school: TestSchool;
let priya: TestPerson;
let params: { readonly id: string };
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  school = await createSchool(test);
  priya = await createStaff(test, school.id, 'editor', { firstName: 'Priya', lastName: 'Nair' });
  params = { id: (await createNewsletter(test, priya, { code: [heading('Planned words')] })).id };
});

const later = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString();
const ask = (timing: object = {}, by = priya) =>
  test.call(timingRoutes.planTiming, {
    token: by.token,
    params,
    body: { timing: { kind: 'publish', at: later(DAY_MS), ...timing } },
  });
const plan = async (timing?: object, by?: TestPerson) => (await ask(timing, by)).ok().timing.data;
const list = async ({ token } = school.owner) =>
  (await test.call(timingRoutes.listTimings, { token, params })).ok().timing.data;
const cancel = (id: string, { token } = priya) =>
  test.call(timingRoutes.cancelTiming, { token, params: { id } });
const restore = (id: string, { token } = priya) =>
  test.call(timingRoutes.restoreTiming, { token, params: { id } });
const letter = async () =>
  (await test.call(newsletterRoutes.getNewsletter, { token: priya.token, params })).ok().news_letter.data
    .attributes;
const save = async (code: readonly unknown[]) =>
  (
    await test.call(newsletterRoutes.updateNewsletter, {
      token: priya.token,
      params,
      body: { news_letter: { code } },
    })
  ).ok();
const pass = async (ms: number) => {
  test.clock.advance(ms);
  await test.jobs.due();
};
const page = async () => (await test.app.inject({ url: `/published/${(await letter()).slug}` })).body;
const mails = async ({ email }: TestPerson) => {
  await test.jobs.settled();
  return test.mail.to(email).map(({ subject, text }) => `${subject}: ${text}`);
};
const log = async () => {
  const call = { token: school.owner.token, params: { id: school.id } };
  const lines = (await test.call(auditRoutes.auditLog, call)).ok().audit_log.data;
  return lines.map(({ attributes: { action, actor } }) => `${actor}: ${action}`);
};

describe('a publishing at a time', () => {
  it('happens at its time, to the minute, and notifies its planner', async () => {
    const { attributes } = await plan();
    expect(attributes).toMatchObject({ status: 'planned', planner: 'Priya Nair', trouble: null, version: 1 });
    expect(new Date(attributes.at).getTime() % MINUTE_MS).toBe(0);
    const wait = new Date(attributes.at).getTime() - test.clock.now().getTime();
    await pass(wait - SECOND_MS);
    expect((await letter()).status).toBe('draft');
    await pass(SECOND_MS);
    expect(await letter()).toMatchObject({ status: 'published', has_unpublished_changes: false });
    expect(await page()).toContain('Planned words');
    expect(await list()).toEqual([]);
    expect((await mails(priya)).at(-1)).toContain('Published: Autumn news');
    expect((await log()).slice(0, 2)).toEqual([
      'Priya Nair: published_as_planned',
      'Priya Nair: publish_planned',
    ]);
  });

  it('is done once, however often its job runs, and by the sweep if that was lost', async () => {
    const { id } = await plan();
    test.clock.advance(DAY_MS);
    await test.jobs.run('timing_sweep');
    await test.jobs.run('timing', { schoolId: school.id, id });
    await test.jobs.due();
    const { edition } = (await test.call(historyRoutes.listEditions, { token: priya.token, params })).ok();
    expect(edition.data).toHaveLength(1);
    expect(await mails(priya)).toHaveLength(1);
  });

  it('is done once by two processes', async () => {
    const { id } = await plan();
    const { database } = test.context;
    const other = await buildTestApp({}, { database, clock: test.clock });
    test.clock.advance(DAY_MS);
    const about = { schoolId: school.id, id };
    await Promise.all([test.jobs.run('timing', about), other.jobs.run('timing', about)]);
    expect((await log()).filter((line) => line.endsWith('published_as_planned'))).toHaveLength(1);
    expect((await letter()).status).toBe('published');
    await other.app.close();
  });

  it('publishes what was planned, whatever is written later, and keeps what was written', async () => {
    await plan();
    await save([heading('Later words')]);
    expect((await list())[0]?.attributes.is_changed).toBe(true);
    await pass(DAY_MS);
    expect(await page()).toContain('Planned words');
    expect(await page()).not.toContain('Later words');
    expect(await letter()).toMatchObject({
      has_unpublished_changes: true,
      code: [expect.objectContaining({ value: { text: 'Later words' } })],
    });
    const { state } = (await test.call(historyRoutes.listStates, { token: priya.token, params })).ok();
    expect(state.data.map(({ attributes: { reason, version } }) => `${reason} ${version}`)).toEqual([
      'work 2',
      'published 1',
      'work 2',
      'created 1',
    ]);
    // Changed back by hand, the draft equals the published page.
    await save([heading('Planned words')]);
    expect((await letter()).has_unpublished_changes).toBe(false);
  });

  it('is not changed by a save that changes nothing', async () => {
    await plan();
    await save([heading('Planned words')]);
    expect((await list())[0]?.attributes.is_changed).toBe(false);
    await pass(DAY_MS);
    expect((await letter()).has_unpublished_changes).toBe(false);
  });

  it('is reported to its planner when somebody else plans another in its place', async () => {
    await plan();
    await plan({ at: later(2 * DAY_MS) });
    expect((await mails(priya)).filter((mail) => mail.includes('planned it anew'))).toEqual([]);
    await plan({ at: later(3 * DAY_MS) }, school.owner);
    expect((await mails(priya)).at(-1)).toContain('has planned it anew');
    expect(await list()).toHaveLength(1);
  });

  it('is cancelled, and planned again as it was', async () => {
    const { id } = await plan();
    expect((await cancel(id, school.owner)).status).toBe(204);
    expect((await cancel(id)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await mails(priya)).at(-1)).toContain('has cancelled that');
    await save([heading('Later words')]);
    expect((await restore(id)).ok().timing.data).toMatchObject({ id, attributes: { version: 1 } });
    await pass(DAY_MS);
    expect(await page()).toContain('Planned words');
    expect((await cancel(id)).status).toBe(409);
    expect((await restore(id)).status).toBe(409);
  });

  it('is one: another takes its place', async () => {
    const first = await plan();
    await save([heading('Later words')]);
    const second = await plan({ version: 2 });
    expect((await list()).map(({ id }) => id)).toEqual([second.id]);
    (await restore(first.id)).ok();
    expect((await list()).map(({ id }) => id)).toEqual([first.id]);
    (await restore(second.id)).ok();
    await pass(DAY_MS);
    expect(await page()).toContain('Later words');
  });

  it('refuses times in the past or far ahead, and another version than the stored one', async () => {
    for (const at of [later(-MINUTE_MS), later(0), later(366 * DAY_MS), 'Friday'])
      expect((await ask({ at })).error().errors).toHaveProperty('at');
    await save([heading('Later words')]);
    expect((await ask({ version: 1 })).status).toBe(409);
    expect(await list()).toEqual([]);
  });

  it('uses the files of what was planned, and leaves out those that are deleted meanwhile', async () => {
    const { url } = await uploadFile(test, school.owner, await picture('png'));
    await save([heading('Planned words'), { name: 'a', type: 'image', value: { url, alt: 'A tin' } }]);
    await plan();
    await save([heading('Later words')]);
    const { token } = school.owner;
    const { attachments } = (await test.call(fileRoutes.listAttachments, { token })).ok();
    const [file] = attachments.data;
    expect(file?.attributes.uses).toMatchObject([{ title: 'Autumn news', published: false }]);
    (await test.call(fileRoutes.deleteAttachment, { token, params: { id: file?.id ?? '' } })).ok();
    await pass(DAY_MS);
    expect(await page()).toContain('Planned words');
    expect(await page()).not.toContain(keyOf(url));
  });

  it('ends when somebody publishes now, so that nothing becomes older', async () => {
    await plan();
    await save([heading('Later words')]);
    await publish(test, school.owner, params.id);
    expect(await list()).toEqual([]);
    expect((await mails(priya)).at(-1)).toContain('has published it now');
    await pass(DAY_MS);
    expect(await page()).toContain('Later words');
  });

  it('is deleted with its newsletter, and notifies its planner', async () => {
    await plan();
    (await test.call(newsletterRoutes.deleteNewsletter, { token: school.owner.token, params })).ok();
    expect((await mails(priya)).at(-1)).toContain('has deleted it');
    expect((await log()).slice(0, 2).map((line) => line.split(': ')[1])).toEqual([
      'newsletter_deleted',
      'publish_plan_canceled',
    ]);
    await pass(DAY_MS);
  });
});

describe('a publishing that cannot happen', () => {
  const held = async () => (await list()).map(({ attributes: { status, trouble } }) => ({ status, trouble }));
  const change = async (changes: Partial<typeof schools.$inferInsert>) =>
    await test.context.database.orm().update(schools).set(changes).where(eq(schools.id, school.id));

  it('is held without a plan, says so before, and notifies its planner and the owner', async () => {
    await plan();
    await change({ subscriptionEndDate: new Date(test.clock.now().getTime() + HOUR_MS) });
    const trouble = 'Your school’s plan has ended by then';
    expect(await held()).toEqual([{ status: 'planned', trouble }]);
    await pass(DAY_MS);
    expect((await letter()).status).toBe('draft');
    expect(await held()).toEqual([{ status: 'held', trouble }]);
    for (const person of [priya, school.owner])
      expect((await mails(person)).at(-1)).toContain(`and was not. ${trouble}.`);
    // Editors do not choose the plan.
    const plans = /\/app\/settings\/choose-plan/;
    expect((await mails(school.owner)).at(-1)).toMatch(plans);
    expect((await mails(priya)).at(-1)).not.toMatch(plans);
    expect((await log())[0]).toBe(': publish_held');
    // Publishing by hand, once there is a plan, ends it.
    await change({ subscriptionStatus: 'active' });
    await publish(test, school.owner, params.id);
    expect(await held()).toEqual([]);
  });

  it('is held while the school is closed', async () => {
    await plan();
    const closing = {
      params: { id: school.id },
      token: school.owner.token,
      body: { name: 'Elm Grove Primary' },
    };
    (await test.call(schoolClosureRoutes.closeSchool, closing)).ok();
    await pass(DAY_MS);
    (await test.call(schoolClosureRoutes.reopenSchool, closing)).ok();
    expect(await held()).toEqual([{ status: 'held', trouble: 'The school is closed' }]);
  });

  it('is held if who planned it has left', async () => {
    const leaver = await createStaff(test, school.id, 'editor');
    await plan({}, leaver);
    const call = { token: school.owner.token, params: { id: leaver.id } };
    (await test.call(inviteRoutes.deleteInvite, call)).ok();
    expect(await held()).toMatchObject([
      { status: 'planned', trouble: 'Who planned it may no longer publish' },
    ]);
    await pass(DAY_MS);
    expect(await held()).toMatchObject([{ status: 'held' }]);
    expect((await mails(school.owner)).at(-1)).toContain('Not published');
  });

  it('needs approval of what was planned when it is planned, and at its time', async () => {
    await change({ approval: true });
    expect((await ask()).status).toBe(403);
    const approve = async (version: number) => {
      const approval = { approver_id: school.owner.id, version };
      (await test.call(approvalRoutes.askApproval, { token: priya.token, params, body: { approval } })).ok();
      const body = { approval: { decision: 'approve', version } };
      (await test.call(approvalRoutes.decideApproval, { token: school.owner.token, params, body })).ok();
    };
    await approve(1);
    await plan();
    // A request for other content does not count.
    await save([heading('Later words')]);
    const later = { approver_id: school.owner.id, version: 2 };
    const asked = { token: priya.token, params, body: { approval: later } };
    (await test.call(approvalRoutes.askApproval, asked)).ok();
    expect(await held()).toEqual([{ status: 'planned', trouble: null }]);
    // Approval of the same words is requested again, and refused.
    await save([heading('Planned words')]);
    const again = { approver_id: school.owner.id, version: 3 };
    (await test.call(approvalRoutes.askApproval, { ...asked, body: { approval: again } })).ok();
    const no = { approval: { decision: 'changes', version: 3, words: 'No' } };
    (await test.call(approvalRoutes.decideApproval, { token: school.owner.token, params, body: no })).ok();
    await pass(DAY_MS);
    expect(await held()).toEqual([
      { status: 'held', trouble: 'It has to be approved before it is published, and is not' },
    ]);
    expect((await letter()).status).toBe('draft');
  });
});

describe('a publishing with sending', () => {
  const families = async () => {
    await test.jobs.settled();
    return test.mail.sent
      .filter(({ to }) => to.address.endsWith('@home.example'))
      .map(({ subject }) => subject);
  };
  const mail = { subject: 'Read all about it', preview_text: 'Harvest' };
  beforeEach(async () => {
    test.mail.sent.length = 0;
    await createSubscribers(test, school.id, 2);
  });

  it('goes to the families at its time, with the words that were seen', async () => {
    const { attributes } = await plan({ mail });
    expect(attributes).toMatchObject({ sends: true, mail });
    await save([heading('Later words')]);
    await pass(DAY_MS);
    expect(await families()).toEqual(['Read all about it', 'Read all about it']);
    const sent = test.mail.sent.find(({ to }) => to.address.endsWith('@home.example'));
    expect(sent?.html).toContain('Planned words');
    expect(sent?.html).not.toContain('Later words');
    const { deliveries } = (
      await test.call(deliveryRoutes.listDeliveries, { token: priya.token, params })
    ).ok();
    expect(deliveries.data).toMatchObject([
      { attributes: { status: 'done', sent: 2, sender: 'Priya Nair' } },
    ]);
  });

  describe('to groups', () => {
    let choir: string;
    let staff: string;
    beforeEach(async () => {
      [choir, staff] = [await makeGroup('Choir'), await makeGroup('Staff')];
      await inGroups('amira', [choir]);
      await inGroups('ben', [choir, staff]);
    });
    const by = () => ({ token: school.owner.token });
    const makeGroup = async (name: string) =>
      (await test.call(groupRoutes.createGroup, { ...by(), body: { group: { name } } })).ok().group.data.id;
    const inGroups = async (name: string, group_ids: readonly string[]) => {
      const subscriber = { first_name: name, last_name: 'Khan', email: `${name}@home.example`, group_ids };
      (await test.call(subscriberRoutes.createSubscriber, { ...by(), body: { subscriber } })).ok();
    };
    const toChoir = () => ({ ...mail, groups: { any: [choir], none: [staff] } });
    const receivers = async () => {
      await test.jobs.settled();
      return test.mail.sent.map(({ to }) => to.address).filter((each) => each.endsWith('@home.example'));
    };

    it('goes to who is in them at its time', async () => {
      const { attributes } = await plan({ mail: toChoir() });
      expect(attributes).toMatchObject({ mail: toChoir(), audience: 'Choir, but not Staff' });
      await inGroups('cleo', [choir]);
      await pass(DAY_MS);
      expect((await receivers()).sort()).toEqual(['amira@home.example', 'cleo@home.example']);
      const sent = (await test.call(deliveryRoutes.listDeliveries, { token: priya.token, params })).ok();
      expect(sent.deliveries.data[0]?.attributes.audience).toBe('Choir, but not Staff');
    });

    it('takes everybody for no choice, and refuses groups that are not in use, or of another school', async () => {
      const everybody = (await plan({ mail: { ...mail, groups: { any: [], none: [] } } })).attributes;
      expect(everybody).toMatchObject({ mail, audience: null });
      const other = await createSchool(test);
      const call = { token: other.owner.token, body: { group: { name: 'Choir' } } };
      const theirs = (await test.call(groupRoutes.createGroup, call)).ok().group.data.id;
      for (const any of [[theirs], [choir, randomUUID()]]) {
        const refused = await ask({ mail: { ...mail, groups: { any, none: [] } } });
        expect(refused.error().errors).toEqual({ groups: [GROUP_MESSAGES.unknown] });
      }
      expect(await list()).toHaveLength(1);
    });

    it('keeps them from being merged or deleted, and is not restored without them', async () => {
      const { id } = await plan({ mail: toChoir() });
      const merge = { ...by(), params: { id: staff }, body: { group: { into: choir } } };
      expect((await test.call(groupRoutes.mergeGroup, merge)).error().error_message).toBe(
        GROUP_MESSAGES.planned,
      );
      (await cancel(id)).ok();
      (await test.call(groupRoutes.mergeGroup, merge)).ok();
      const refused = await restore(id);
      expect(refused.status).toBe(400);
      expect(refused.error().error_message).toBe(GROUP_MESSAGES.unknown);
      expect(await list()).toEqual([]);
    });
  });

  it('is held when it is late by hours, published and sent when it is late by less', async () => {
    await plan({ mail });
    await pass(DAY_MS + 4 * HOUR_MS);
    expect(await list()).toMatchObject([
      { attributes: { status: 'held', trouble: expect.stringContaining('so late unasked') } },
    ]);
    expect((await letter()).status).toBe('draft');
    await plan({ mail });
    await pass(DAY_MS + 2 * HOUR_MS);
    expect(await families()).toHaveLength(2);
  });

  it('is held while the newsletter is being sent', async () => {
    await publish(test, priya, params.id);
    const delivery = { send_at: later(30 * DAY_MS) };
    const call = { token: priya.token, params, body: { delivery } };
    (await test.call(deliveryRoutes.createDelivery, call)).ok();
    await plan({ mail });
    await pass(DAY_MS);
    expect(await list()).toMatchObject([
      { attributes: { status: 'held', trouble: DELIVERY_MESSAGES.underWay } },
    ]);
    expect(await families()).toEqual([]);
  });

  it('refuses replies to strangers', async () => {
    const asked = await ask({ mail: { ...mail, reply_to: 'stranger@home.example' } });
    expect(asked.error().errors).toHaveProperty('reply_to');
  });
});

describe('an unpublishing at a time', () => {
  it('takes the page down at its time', async () => {
    await publish(test, priya, params.id);
    await plan({ kind: 'unpublish' });
    expect(await page()).toContain('Planned words');
    await pass(DAY_MS);
    expect((await letter()).status).toBe('draft');
    expect(await page()).not.toContain('Planned words');
    expect((await log())[0]).toBe('Priya Nair: unpublished_as_planned');
  });

  it('comes after the publishing, and needs one', async () => {
    expect((await ask({ kind: 'unpublish' })).status).toBe(409);
    await plan();
    expect((await ask({ kind: 'unpublish', at: later(HOUR_MS) })).error().errors).toHaveProperty('at');
    await plan({ kind: 'unpublish', at: later(2 * DAY_MS) });
    expect((await ask({ at: later(3 * DAY_MS) })).error().errors).toHaveProperty('at');
    await pass(DAY_MS);
    expect((await letter()).status).toBe('published');
    await pass(DAY_MS);
    expect((await letter()).status).toBe('draft');
  });

  it('holds a publishing that is late by more than that', async () => {
    await plan();
    await plan({ kind: 'unpublish', at: later(2 * DAY_MS) });
    await pass(3 * DAY_MS);
    expect(await list()).toMatchObject([
      { attributes: { kind: 'publish', status: 'held', trouble: 'It was to be unpublished before that' } },
    ]);
    expect((await letter()).published_at).toBeNull();
  });

  it('ends when somebody unpublishes now', async () => {
    await publish(test, priya, params.id);
    const { id } = await plan({ kind: 'unpublish' });
    (await test.call(newsletterRoutes.unpublishNewsletter, { token: priya.token, params })).ok();
    expect(await list()).toEqual([]);
    expect((await restore(id)).status).toBe(409);
  });
});

it('is in the list of newsletters and on the dashboard, the next first', async () => {
  await plan({ kind: 'publish', at: later(DAY_MS) });
  await plan({ kind: 'unpublish', at: later(2 * DAY_MS) });
  const listed = (await test.call(newsletterRoutes.listNewsletters, { token: priya.token })).ok();
  const next = { kind: 'publish', status: 'planned', sends: false };
  expect(listed.news_letter.data[0]?.attributes.next_timing).toMatchObject(next);
  const { dashboard } = (await test.call(dashboardRoutes.dashboard, { token: priya.token })).ok();
  const shown = { newsletter_id: params.id, title: 'Autumn news', is_published: false };
  expect(dashboard.timings).toMatchObject([
    { ...next, ...shown },
    { ...shown, kind: 'unpublish' },
  ]);
});
