import { beforeEach, describe, expect, it } from 'vitest';
import { APPROVAL_MESSAGES } from '#contract/approval/approval.ts';
import { eventRoutes } from '#contract/calendar/events.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { APPROVAL_REQUIRED } from '#contract/errors.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { timingRoutes } from '#contract/timing/timings.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import {
  ask,
  askForApproval,
  editor,
  link,
  open,
  params,
  post,
  publish,
  request,
  school,
  test,
  write,
} from '#test/approvals.ts';
import { SCHOOL_EVENT } from '#test/examples/calendar.ts';
import { createSubscribers } from '#test/subscribers.ts';

askForApproval();
beforeEach(() => write([{ name: 'd', type: 'diary', value: { until: '2_weeks', left_out: [] } }]));

const add = async (title: string, inDays: number) => {
  const date = dayIn('Europe/London', new Date(test.clock.now().getTime() + inDays * DAY_MS));
  const call = { token: school.owner.token, body: { event: { ...SCHOOL_EVENT, title, date } } };
  (await test.call(eventRoutes.createEvent, call)).ok();
};
/** The path of the link that is mailed to the head. */
const askByMail = async () => {
  (await ask()).ok();
  return (await link()).path;
};
/** The values that the button of a page sends. */
const formOf = (page: string) => {
  const shown = /name="shown" value="([^"]+)"/.exec(page)?.[1];
  if (shown === undefined) throw new Error('The page does not say what it shows');
  return { decision: 'approve', shown };
};
const approve = async () => {
  const path = await askByMail();
  const answer = await post(path, formOf((await open(path)).payload));
  expect(answer.statusCode).toBe(200);
};

it('publishes and sends on a later day exactly what was approved, without past dates', async () => {
  await createSubscribers(test, school.id, 1);
  await add('Harvest lunch', 1);
  await add('Canal trip', 5);
  await add('Spring fair', 16);
  await approve();
  test.clock.advance(3 * DAY_MS);
  expect(await request()).toMatchObject({ status: 'approved', has_changed: false });
  const { slug } = (await publish(editor)).ok().news_letter.data.attributes;
  const page = (await test.app.inject({ url: `/published/${slug}` })).payload;
  expect(page).toContain('Canal trip');
  // The first is over; the second was never read by the approver, though it is within two weeks of today.
  expect(page).not.toContain('Harvest lunch');
  expect(page).not.toContain('Spring fair');
  const call = { token: editor.token, params, body: { delivery: {} } };
  expect((await test.call(deliveryRoutes.createDelivery, call)).status).toBe(201);
});

it('says that the dates have changed since, before and when it is published', async () => {
  await add('Canal trip', 5);
  await approve();
  await add('Farm trip', 6);
  expect(await request()).toMatchObject({
    has_changed: true,
    changes: [{ block: null, words: 'The dates have changed' }],
  });
  expect((await publish(editor)).error()).toEqual({
    error_message: APPROVAL_MESSAGES.datesChanged,
    error_code: APPROVAL_REQUIRED,
  });
});

describe('the page of the mailed link', () => {
  it('approves the dates that it showed, and no others', async () => {
    await add('Canal trip', 5);
    const path = await askByMail();
    const read = formOf((await test.app.inject({ url: path })).payload);
    await add('Farm trip', 6);
    const late = await post(path, read);
    expect(late.statusCode).toBe(409);
    expect(late.payload).toContain('The dates have changed');
    expect(late.payload).toContain(`href="${path}">Read it again</a>`);
    expect(await request()).toMatchObject({ status: 'waiting' });
    // A page that does not send the hash of its dates counts as showing those of the mail.
    expect((await post(path, { decision: 'approve' })).statusCode).toBe(409);
    const again = (await test.app.inject({ url: path })).payload;
    expect((await test.app.inject({ url: `${path}/newsletter` })).payload).toContain('Farm trip');
    expect((await post(path, formOf(again))).payload).toContain('Approved');
    expect((await publish(editor)).status).toBe(200);
  });
});

describe('a planned publishing', () => {
  const plan = async () => {
    const at = new Date(test.clock.now().getTime() + 2 * DAY_MS).toISOString();
    const body = { timing: { kind: 'publish', at, version: 1 } };
    return (await test.call(timingRoutes.planTiming, { token: editor.token, params, body })).ok().timing.data;
  };
  const planned = async () =>
    (await test.call(timingRoutes.listTimings, { token: editor.token, params })).ok().timing.data[0]
      ?.attributes;
  const timePasses = async () => {
    test.clock.advance(2 * DAY_MS);
    await test.jobs.run('timing_sweep');
    await test.jobs.settled();
  };

  it('goes out days later with the dates that were approved', async () => {
    await add('Canal trip', 5);
    await add('Spring fair', 15);
    await approve();
    await plan();
    expect(await planned()).toMatchObject({ status: 'planned', trouble: null });
    await timePasses();
    const { attributes } = (
      await test.call(newsletterRoutes.getNewsletter, { token: editor.token, params })
    ).ok().news_letter.data;
    expect(attributes.status).toBe('published');
    const page = (await test.app.inject({ url: `/published/${attributes.slug}` })).payload;
    expect([page.includes('Canal trip'), page.includes('Spring fair')]).toEqual([true, false]);
  });

  it('is held once the calendar has changed, and says so before', async () => {
    await add('Canal trip', 5);
    await approve();
    await plan();
    await add('Farm trip', 6);
    const trouble = 'Its dates have changed since it was approved';
    expect(await planned()).toMatchObject({ status: 'planned', trouble });
    await timePasses();
    expect(await planned()).toMatchObject({ status: 'held', trouble });
  });
});
