import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DELIVERY_MESSAGES, deliveryRoutes } from '#contract/deliveries.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { createNewsletter, heading, publishNewsletter } from '#test/newsletters.ts';
import { createSubscribers } from '#test/subscribers.ts';

let test: TestApp;
let school: TestSchool;
let token: string;
let id: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.mail.sent.length = 0;
  school = await createSchool(test);
  token = school.owner.token;
  ({ id } = await publishNewsletter(test, school.owner, { code: [heading('Harvest')] }));
});

const deliver = (delivery: object = {}) =>
  test.call(deliveryRoutes.createDelivery, { token, params: { id }, body: { delivery } });
const look = async (delivery: string) =>
  (await test.call(deliveryRoutes.getDelivery, { token, params: { id: delivery } })).ok().delivery.data
    .attributes;
const audience = async () =>
  (await test.call(deliveryRoutes.audience, { token, params: { id } })).ok().audience;

describe('a delivery', () => {
  it('brings every subscriber one mail, and tells the sender how it went', async () => {
    await createSubscribers(test, school.id, 120);
    await createSubscribers(test, school.id, 1, { email: 'left@home.example', status: 'unsubscribed' });
    await createSubscribers(test, school.id, 1, { email: 'gone@home.example', bouncedAt: new Date() });
    expect(await audience()).toEqual({ recipients: 120, already_sent: 0, left: 1, refused: 1 });
    const delivery = (await deliver()).ok().delivery.data;
    expect(delivery.attributes).toMatchObject({ status: 'sending', total: 120, subject: 'Autumn news' });
    await test.jobs.settled();
    expect(await look(delivery.id)).toMatchObject({ status: 'done', sent: 120, waiting: 0, failed: 0 });
    const got = test.mail.sent.map(({ to }) => to.address).filter((to) => to.endsWith('@home.example'));
    expect(got).toHaveLength(120);
    expect(new Set(got).size).toBe(120);
    const [summary] = test.mail.to(school.owner.email);
    expect(summary?.subject).toBe('Sent: Autumn news');
    expect(summary?.text).toContain('sent to 120 people');
    expect(await audience()).toMatchObject({ recipients: 0, already_sent: 120 });
  });

  it('goes the second time to those who came later', async () => {
    await createSubscribers(test, school.id, 2);
    await deliver();
    await test.jobs.settled();
    expect((await deliver()).error().error_message).toBe(DELIVERY_MESSAGES.nobody);
    await createSubscribers(test, school.id, 1, { email: 'new@home.example' });
    expect((await deliver()).ok().delivery.data.attributes.total).toBe(1);
    await test.jobs.settled();
    expect(test.mail.to('new@home.example')).toHaveLength(1);
    expect(test.mail.to('parent-1@home.example')).toHaveLength(1);
  });

  it('is one, however often the button is pressed', async () => {
    await createSubscribers(test, school.id, 5);
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    await test.jobs.settled();
    expect(test.mail.sent.filter(({ to }) => to.address.endsWith('@home.example'))).toHaveLength(5);
  });

  it('is refused for a draft', async () => {
    await createSubscribers(test, school.id, 1);
    ({ id } = await createNewsletter(test, school.owner));
    expect((await deliver()).error().error_message).toBe(DELIVERY_MESSAGES.notPublished);
  });

  it('takes subject, preview and where answers go', async () => {
    await createSubscribers(test, school.id, 1);
    await deliver({ subject: 'Come & see', preview_text: 'Boots <on>', reply_to: 'head@elm.example' });
    await test.jobs.settled();
    const [mail] = test.mail.to('parent-1@home.example');
    expect(mail).toMatchObject({
      subject: 'Come & see',
      fromName: 'Elm Grove Primary',
      replyTo: { address: 'head@elm.example' },
    });
    expect(mail?.html).toContain('Boots &lt;on&gt;');
  });

  it('waits for its time, and goes to whoever is on the list then', async () => {
    await createSubscribers(test, school.id, 1);
    const send_at = new Date(test.clock.now().getTime() + 3_600_000).toISOString();
    const delivery = (await deliver({ send_at })).ok().delivery.data;
    expect(delivery.attributes).toMatchObject({ status: 'scheduled', send_at, total: 1 });
    await createSubscribers(test, school.id, 1, { email: 'new@home.example' });
    await test.jobs.settled();
    expect(test.mail.to('parent-1@home.example')).toEqual([]);
    test.clock.advance(3_600_000);
    await test.jobs.due();
    expect(await look(delivery.id)).toMatchObject({ status: 'done', sent: 2 });
  });
});

describe('failures', () => {
  it('are shown with names to owners alone', async () => {
    await createSubscribers(test, school.id, 1);
    const editor = await createStaff(test, school.id, 'editor');
    const { id: delivery } = (await deliver()).ok().delivery.data;
    await test.jobs.settled();
    const answer = await test.call(deliveryRoutes.listFailures, {
      token: editor.token,
      params: { id: delivery },
    });
    expect(answer.ok().failures.data).toEqual([]);
  });
});
