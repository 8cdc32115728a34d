import { type DeliveryResource, deliveryRoutes } from '#contract/deliveries.ts';
import type { TestApp } from './app.ts';
import { createSchool, type TestSchool } from './factories.ts';
import { heading, publishNewsletter } from './newsletters.ts';

/** Deliveries in a test app. For programs in separate processes, see `sending.ts`. */

/** The sender of mails in tests with their own mail server. */
export const SENDER = { name: 'Inkwell', address: 'news@inkwell.example' } as const;

/** A school ready to send. `newsletter` is the id of a published newsletter, `token` the owner's. */
export interface SendingSchool {
  readonly school: TestSchool;
  readonly token: string;
  readonly newsletter: string;
}

/** Creates a school with a published newsletter, but without subscribers. */
export async function createSendingSchool(test: TestApp): Promise<SendingSchool> {
  const school = await createSchool(test);
  const { id } = await publishNewsletter(test, school.owner, { code: [heading('Harvest')] });
  return { school, token: school.owner.token, newsletter: id };
}

/** Calls the route that sends or schedules a newsletter; `delivery` is the form. */
export async function callDeliver(test: TestApp, token: string, newsletter: string, delivery: object = {}) {
  return await test.call(deliveryRoutes.createDelivery, {
    token,
    params: { id: newsletter },
    body: { delivery },
  });
}

/** Sends a newsletter, waits for its jobs and resolves to the delivery's id. Throws if the call fails. */
export async function deliverNow(test: TestApp, token: string, newsletter: string): Promise<string> {
  const { id } = (await callDeliver(test, token, newsletter)).ok().delivery.data;
  await test.jobs.settled();
  return id;
}

/** The state of a delivery. */
export async function deliveryOf(
  test: TestApp,
  token: string,
  id: string,
): Promise<DeliveryResource['attributes']> {
  const reply = await test.call(deliveryRoutes.getDelivery, { token, params: { id } });
  return reply.ok().delivery.data.attributes;
}
