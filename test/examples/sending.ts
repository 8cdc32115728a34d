import { eq } from 'drizzle-orm';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import type { TestApp } from '#test/app.ts';
import type { TestPerson } from '#test/factories.ts';
import { publishNewsletter } from '#test/newsletters.ts';
import { createSubscribers } from '#test/subscribers.ts';
import type { ExampleCaller, Examples } from './example.ts';
import { newsletterOf } from './newsletters.ts';

/** The settings of the mail provider whose report is an example. */
export const MAIL_PROVIDER = { MAIL_PROVIDER: 'brevo', MAIL_PROVIDER_SECRET: 'of-brevo-alone' } as const;

/** Calls about sending a newsletter. */
export const SENDING_EXAMPLES = {
  receiveMailReports: async () => ({
    headers: { authorization: `Bearer ${MAIL_PROVIDER.MAIL_PROVIDER_SECRET}` },
    body: { event: 'delivered' },
  }),
  audience: async (test, actor) => ({ params: { id: await publishedOf(test, actor) } }),
  readMail: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  sendTestMail: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) }, body: {} }),
  createDelivery: async (test, actor) => {
    await createSubscribers(test, actor.schoolId ?? '', 2);
    return {
      params: { id: await publishedOf(test, actor) },
      body: { delivery: { subject: 'Read all about it' } },
    };
  },
  listDeliveries: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  getDelivery: async (test, actor) => ({ params: { id: await plannedDelivery(test, actor) } }),
  listFailures: async (test, actor) => ({ params: { id: await plannedDelivery(test, actor) } }),
  listSubscriberMails: async (test, actor) => {
    const [person] = await createSubscribers(test, actor.schoolId ?? '', 1);
    return { params: { id: person?.id ?? '' } };
  },
  pauseDelivery: async (test, actor) => ({ params: { id: await pausedDelivery(test, actor) } }),
  resumeDelivery: async (test, actor) => ({ params: { id: await pausedDelivery(test, actor) } }),
  cancelDelivery: async (test, actor) => ({ params: { id: await plannedDelivery(test, actor) } }),
} satisfies Examples;

async function publishedOf(test: TestApp, person: TestPerson): Promise<string> {
  const { id } = await publishNewsletter(test, person);
  return id;
}

// Scheduled for tomorrow, so that its state does not change by itself.
async function plannedDelivery(test: TestApp, actor: ExampleCaller): Promise<string> {
  await createSubscribers(test, actor.schoolId ?? '', 2);
  const id = await publishedOf(test, actor);
  const send_at = new Date(test.clock.now().getTime() + DAY_MS).toISOString();
  const body = { delivery: { send_at } };
  return (await test.call(deliveryRoutes.createDelivery, { token: actor.token, params: { id }, body })).ok()
    .delivery.data.id;
}

async function pausedDelivery(test: TestApp, actor: ExampleCaller): Promise<string> {
  const id = await plannedDelivery(test, actor);
  await test.context.database.orm().update(deliveries).set({ status: 'paused' }).where(eq(deliveries.id, id));
  return id;
}
