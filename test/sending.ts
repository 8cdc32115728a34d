import { deliveryRoutes } from '#contract/deliveries.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf, type Route } from '#contract/route.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import { createSchool } from './factories.ts';
import { heading } from './newsletters.ts';
import type { TestInstallation } from './seed.ts';
import { createSubscribers } from './subscribers.ts';

/** Deliveries by the whole program in separate processes. */

/** Adds a school with subscribers while no program is running. Resolves to its owner's token. */
export async function seedSubscribers({ environment }: TestInstallation, count: number): Promise<string> {
  const context = await createContext(readConfig(environment), () => undefined);
  try {
    const { id, owner } = await createSchool({ context });
    const BATCH = 2000;
    for (let from = 0; from < count; from += BATCH) {
      await createSubscribers({ context }, id, Math.min(BATCH, count - from), {}, from);
    }
    return owner.token;
  } finally {
    await context.mail.close();
    await context.database.close();
  }
}

/** Calls a route of a running program. Throws if the call fails. */
export async function callProgram(
  url: string,
  token: string,
  row: Route,
  params: Readonly<Record<string, string>>,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(url + pathOf(row, params), {
    method: row.method,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== row.status) throw new Error(`${row.path} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Publishes a newsletter and starts sending it. Resolves to the delivery's id. */
export async function beginSending(url: string, token: string): Promise<string> {
  const draft = { title: 'Autumn news', layout_type: 'one_column', code: [heading('Harvest')] };
  const created = await callProgram(
    url,
    token,
    newsletterRoutes.createNewsletter,
    {},
    { news_letter: draft },
  );
  const { id } = newsletterRoutes.createNewsletter.reply.parse(created).news_letter.data;
  await callProgram(url, token, newsletterRoutes.publishNewsletter, { id });
  const begun = await callProgram(url, token, deliveryRoutes.createDelivery, { id }, { delivery: {} });
  return deliveryRoutes.createDelivery.reply.parse(begun).delivery.data.id;
}

/** The state of a delivery. */
export async function progressOf(url: string, token: string, id: string) {
  const reply = await callProgram(url, token, deliveryRoutes.getDelivery, { id });
  return deliveryRoutes.getDelivery.reply.parse(reply).delivery.data.attributes;
}
