import { type DeliveryResource, deliveryRoutes } from '#contract/deliveries.ts';
import type { TestApp } from './app.ts';
import { createSchool, type TestSchool } from './factories.ts';
import { heading, publishNewsletter } from './newsletters.ts';

/** Sendings in a program that the test has built: see `sending.ts` for those of programs in processes of their own. */

/** Whom mails are from where a test has a mail server of its own. */
export const SENDER = { name: 'Inkwell', address: 'news@inkwell.example' } as const;

/** A school that can send: `newsletter` is the id of one that is published, `token` its owner's. */
export interface SendingSchool {
  readonly school: TestSchool;
  readonly token: string;
  readonly newsletter: string;
}

/** A school with a newsletter to send, and nobody who would get it yet. */
export async function createSendingSchool(test: TestApp): Promise<SendingSchool> {
  const school = await createSchool(test);
  const { id } = await publishNewsletter(test, school.owner, { code: [heading('Harvest')] });
  return { school, token: school.owner.token, newsletter: id };
}

/** Has a newsletter sent, or planned; `delivery` is the form. */
export async function callDeliver(test: TestApp, token: string, newsletter: string, delivery: object = {}) {
  return await test.call(deliveryRoutes.createDelivery, {
    token,
    params: { id: newsletter },
    body: { delivery },
  });
}

/** Has a newsletter sent now, and waits until nothing is to be done; resolves to the delivery's id. Throws when it is refused. */
export async function deliverNow(test: TestApp, token: string, newsletter: string): Promise<string> {
  const { id } = (await callDeliver(test, token, newsletter)).ok().delivery.data;
  await test.jobs.settled();
  return id;
}

/** Where a delivery stands. */
export async function deliveryOf(
  test: TestApp,
  token: string,
  id: string,
): Promise<DeliveryResource['attributes']> {
  const reply = await test.call(deliveryRoutes.getDelivery, { token, params: { id } });
  return reply.ok().delivery.data.attributes;
}
