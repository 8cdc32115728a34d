import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BILLING_MESSAGES, billingRoutes, SANDBOX_CARDS } from '#contract/billing.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import {
  CLOSING_DAYS,
  closedForOwner,
  closedForStaff,
  SCHOOL_CLOSURE_MESSAGES,
  schoolClosureRoutes,
} from '#contract/school-closure.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { auditLog, schools, users } from '#server/platform/db/schema/core.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { PaymentsUnavailable } from '#server/platform/payments/payments.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import {
  createSchool,
  createStaff,
  PASSWORD,
  registerPerson,
  signIn,
  type TestSchool,
} from '#test/factories.ts';
import { describeInZones } from '#test/zones.ts';

const { closeSchool, reopenSchool } = schoolClosureRoutes;
const NAME = 'Elm Grove Primary';

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(async () => await test.close());

const asOwner = (name = NAME) => ({
  token: school.owner.token,
  params: { id: school.id },
  body: { name },
});
const close = async () => (await test.call(closeSchool, asOwner())).ok().school.data.attributes;
const reopen = async () => (await test.call(reopenSchool, asOwner())).ok().school.data.attributes;

// In the school's own time zone.
function deletionDay(closesAt: string | null): string {
  const parts = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'Europe/London' }).format(
    new Date(closesAt ?? ''),
  );
}

async function publish(): Promise<{ readonly id: string; readonly slug: string }> {
  const { token } = school.owner;
  const body = { news_letter: { title: 'This week', layout_type: 'one_column' } };
  const { id } = (await test.call(newsletterRoutes.createNewsletter, { token, body })).ok().news_letter.data;
  const published = await test.call(newsletterRoutes.publishNewsletter, { token, params: { id } });
  return { id, slug: published.ok().news_letter.data.attributes.slug ?? '' };
}

async function buy(): Promise<void> {
  const { token } = school.owner;
  const body = { subscription_plan: 'yearly' };
  const { payment_intent_client_secret } = (await test.call(billingRoutes.charge, { token, body })).ok();
  const card = { client_secret: payment_intent_client_secret, card_number: SANDBOX_CARDS.pays };
  (await test.call(billingRoutes.confirmInSandbox, { token, body: card })).ok();
}

async function planStatus(): Promise<string | undefined> {
  const { token } = school.owner;
  return (await test.call(schoolRoutes.mySchool, { token })).ok().school.data?.attributes.subscription_status;
}

const statusOf = async (slug: string) => (await test.app.inject({ url: `/published/${slug}` })).statusCode;

describeInZones('the day of deletion in the mail to the owner', () => {
  // Half an hour before midnight UTC, in summer.
  const now = new Date(`${new Date().getUTCFullYear() + 1}-06-30T23:30:00.000Z`);

  it.each([
    ['Pacific/Kiritimati', '31/07'],
    ['Pacific/Auckland', '31/07'],
    ['Europe/London', '31/07'],
    ['America/New_York', '30/07'],
    ['Pacific/Pago_Pago', '30/07'],
  ])('is that of the calendar in %s: %s', async (timeZone, day) => {
    test.clock.advance(now.getTime() - test.clock.now().getTime());
    school = await createSchool(test, { timeZone });
    const { closes_at } = await close();
    expect(closes_at).toBe(new Date(now.getTime() + CLOSING_DAYS * DAY_MS).toISOString());
    await test.jobs.settled();
    const mail = test.mail.to(school.owner.email).at(-1);
    expect(mail?.text).toContain(`${day}/${now.getUTCFullYear()}`);
  });
});

describe('closing a school', () => {
  it('requires the school’s name, and sets the date of its erasure', async () => {
    for (const wrong of ['Elm Grove', 'elm grove primary', `${NAME}!`]) {
      const refused = await test.call(closeSchool, asOwner(wrong));
      expect(refused.error().errors).toEqual({ name: [SCHOOL_CLOSURE_MESSAGES.nameDiffers] });
    }
    expect((await test.call(closeSchool, asOwner(''))).status).toBe(400);
    const typed = `  Elm  Grove Primary `;
    const closed = (await test.call(closeSchool, asOwner(typed))).ok().school.data.attributes;
    const expected = test.clock.now().getTime() + CLOSING_DAYS * DAY_MS;
    expect(closed.closes_at).toBe(new Date(expected).toISOString());
    expect((await test.call(closeSchool, asOwner())).error().error_message).toBe(
      SCHOOL_CLOSURE_MESSAGES.alreadyClosed,
    );
  });

  it('notifies the owner by mail, and is logged', async () => {
    const { closes_at } = await close();
    await test.jobs.settled();
    const mail = test.mail.to(school.owner.email).at(-1);
    expect(mail?.subject).toBe(`${NAME} is closed`);
    expect(mail?.text).toContain(deletionDay(closes_at));
    const rows = await test.context.database
      .orm()
      .select()
      .from(auditLog)
      .where(eq(auditLog.schoolId, school.id));
    expect(rows.map(({ action }) => action)).toEqual(['school_closed']);
  });

  it('removes its public pages at once, and restores them on reopening', async () => {
    const { slug } = await publish();
    expect(await statusOf(slug)).toBe(200);
    await close();
    expect(await statusOf(slug)).toBe(404);
    const call = { params: { slug } };
    expect((await test.call(newsletterRoutes.publishedNewsletter, call)).status).toBe(404);
    await reopen();
    expect(await statusOf(slug)).toBe(200);
  });

  it('cancels the renewal, and refuses payments until it is reopened', async () => {
    await buy();
    expect(await planStatus()).toBe('active');
    await close();
    expect(await planStatus()).toBe('canceled');
    const { token } = school.owner;
    const again = { token, body: { subscription_plan: 'yearly' } };
    expect((await test.call(billingRoutes.charge, again)).status).toBe(403);
    await reopen();
    expect(await planStatus()).toBe('canceled');
  });

  it.each(['cancelRenewal', 'read'] as const)(
    'leaves all as it was while the payment provider is away (%s), and closes at the next try',
    async (method) => {
      await buy();
      const { slug } = await publish();
      const editor = await createStaff(test, school.id, 'editor');
      const away = vi.spyOn(test.sandbox, method).mockRejectedValue(new PaymentsUnavailable());
      try {
        const refused = await test.call(closeSchool, asOwner());
        expect(refused.status).toBe(503);
        expect(refused.error().error_message).toBe(BILLING_MESSAGES.away);
      } finally {
        away.mockRestore();
      }
      const { token } = school.owner;
      const mine = (await test.call(schoolRoutes.mySchool, { token })).ok().school.data;
      expect(mine?.attributes.closes_at).toBeNull();
      expect(await statusOf(slug)).toBe(200);
      (await test.call(newsletterRoutes.listNewsletters, { token: editor.token })).ok();
      await test.jobs.settled();
      expect(test.mail.to(school.owner.email).map(({ subject }) => subject)).not.toContain(
        `${NAME} is closed`,
      );
      await close();
      expect(await planStatus()).toBe('canceled');
      expect(await statusOf(slug)).toBe(404);
    },
  );
});

it('pauses a running delivery until the school is reopened and a person resumes it', async () => {
  const { token } = school.owner;
  const { id } = await publish();
  const people = Array.from({ length: 3 }, (_, index) => ({
    schoolId: school.id,
    firstName: 'A',
    lastName: 'B',
    email: `closing-${index}@families.example`,
  }));
  await test.context.database.orm().insert(subscribers).values(people);
  const send = test.mail.send.bind(test.mail);
  // Closed while the first mail is being sent.
  let closing: Promise<unknown> | undefined;
  test.mail.send = async (mail) => {
    closing ??= close();
    await closing;
    await send(mail);
  };
  const delivered = await test.call(deliveryRoutes.createDelivery, {
    token,
    params: { id },
    body: { delivery: {} },
  });
  const delivery = { token, params: { id: delivered.ok().delivery.data.id } };
  await test.jobs.settled();
  test.mail.send = send;
  const planStatus = async () =>
    (await test.call(deliveryRoutes.getDelivery, delivery)).ok().delivery.data.attributes;
  expect((await planStatus()).status).toBe('paused');
  expect((await test.call(deliveryRoutes.resumeDelivery, delivery)).status).toBe(403);
  await reopen();
  (await test.call(deliveryRoutes.resumeDelivery, delivery)).ok();
  await test.jobs.settled();
  expect(await planStatus()).toMatchObject({ status: 'done', sent: 3 });
  for (const { email } of people) expect(test.mail.to(email)).toHaveLength(1);
});

describe('mail to the owner of a school with a paid plan', () => {
  const subjects = () => test.mail.to(school.owner.email).map(({ subject }) => subject);

  it('reports nothing but the closing', async () => {
    await buy();
    await test.jobs.settled();
    const before = subjects();
    await close();
    await test.jobs.settled();
    expect(subjects().slice(before.length)).toEqual([`${NAME} is closed`]);
    // The provider's event arrives later.
    await test.jobs.run('due_subscriptions');
    await test.jobs.settled();
    expect(subjects().slice(before.length)).toEqual([`${NAME} is closed`]);
  });

  it('reports the reopening, and that the renewal stays cancelled', async () => {
    await buy();
    await close();
    await test.jobs.settled();
    const { subscription_end_date: end } = await reopen();
    await test.jobs.settled();
    const mail = test.mail.to(school.owner.email).at(-1);
    expect(mail?.subject).toBe(`${NAME} is open again`);
    expect(mail?.text).toContain(`still ends on ${deletionDay(end)}: the renewal stays cancelled`);
  });

  it('does not mention a renewal if the reopened school is on trial', async () => {
    await close();
    await test.jobs.settled();
    await reopen();
    await test.jobs.settled();
    const mail = test.mail.to(school.owner.email).at(-1);
    expect(mail?.subject).toBe(`${NAME} is open again`);
    expect(mail?.text).not.toContain('renewal');
  });
});

describe('a closed school', () => {
  it('signs its staff out and refuses their login, with the date of its erasure', async () => {
    const editor = await createStaff(test, school.id, 'editor');
    const email = await registerPerson(test);
    await test.context.database
      .orm()
      .update(users)
      .set({ schoolId: school.id, role: 'admin' })
      .where(eq(users.email, email));
    const before = await signIn(test, email);
    const sentence = closedForStaff(deletionDay((await close()).closes_at));
    for (const token of [editor.token, before])
      expect((await test.call(peopleRoutes.myProfile, { token })).status).toBe(401);
    const form = { email, password: PASSWORD };
    const refused = await test.call(peopleRoutes.login, { body: { user: form } });
    expect(refused.status).toBe(403);
    expect(refused.error().error_message).toBe(sentence);
    // The school's state is shown only to a person who knows the password.
    const wrong = await test.call(peopleRoutes.login, {
      body: { user: { ...form, password: 'Wrong 1234' } },
    });
    expect(wrong.error()).toEqual({ error_message: ERROR_MESSAGES.login });
    // A session that was opened in another way is refused, too.
    const late = await createStaff(test, school.id, 'editor');
    const blocked = await test.call(newsletterRoutes.listNewsletters, { token: late.token });
    expect(blocked.status).toBe(403);
    expect(blocked.error().error_message).toBe(sentence);
    await reopen();
    await signIn(test, email);
  });

  it('lets its owner read, but not write, publish or pay', async () => {
    const { id } = await publish();
    const { token } = school.owner;
    const sentence = closedForOwner(deletionDay((await close()).closes_at));
    (await test.call(newsletterRoutes.listNewsletters, { token })).ok();
    (await test.call(schoolRoutes.mySchool, { token })).ok();
    for (const row of [newsletterRoutes.publishNewsletter, newsletterRoutes.updateNewsletter]) {
      const refused = await test.call(row, { token, params: { id } });
      expect(refused.status).toBe(403);
      expect(refused.error().error_message).toBe(sentence);
    }
    await reopen();
    (await test.call(newsletterRoutes.publishNewsletter, { token, params: { id } })).ok();
  });

  it('is reopened by its name', async () => {
    expect((await test.call(reopenSchool, asOwner())).error().error_message).toBe(
      SCHOOL_CLOSURE_MESSAGES.notClosed,
    );
    await close();
    expect((await test.call(reopenSchool, asOwner('x'))).status).toBe(400);
    expect((await reopen()).closes_at).toBeNull();
    test.clock.advance(60 * DAY_MS);
    await test.jobs.run('erase_schools');
    const rows = await test.context.database.orm().select().from(schools).where(eq(schools.id, school.id));
    expect(rows).toHaveLength(1);
  });
});
