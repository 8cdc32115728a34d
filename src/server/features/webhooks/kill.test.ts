import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { webhookRoutes } from '#contract/api/webhooks.ts';
import { webhookDeliveries } from '#server/platform/db/schema/api.ts';
import { call, kill, startAndWait, textOf } from '#test/running-program.ts';
import { migratedInstallation, seedSchool, type TestInstallation, withContext } from '#test/seed.ts';

/** An accident: the program is killed (SIGKILL) while a receiver has not answered yet. */

/** For the work that the program resumes after its start. */
const POLLING = { timeout: 120_000, interval: 200 };

let place: TestInstallation;
beforeEach(async () => {
  place = await migratedInstallation();
});
afterEach(() => place.remove());

it('delivers once more, with the same id, what was on its way', { timeout: 300_000 }, async () => {
  const school = await seedSchool(place);
  const { token } = school.owner;
  const receiver = await startReceiver();
  const lively = { ...place, environment: { ...place.environment, WEBHOOKS_ALLOW_PRIVATE: '1' } };

  const first = await startAndWait(lively);
  const body = { url: receiver.url, events: ['subscriber.joined' as const] };
  const made = await textOf(await call(first, webhookRoutes.createWebhook, { token, body }));
  const { secret, webhook } = webhookRoutes.createWebhook.reply.parse(JSON.parse(made ?? ''));
  const params = { id: webhook.data.id };
  await textOf(await call(first, webhookRoutes.testWebhook, { token, params }));
  await expect.poll(() => receiver.received.length, POLLING).toBe(1);
  await kill(first);
  // Makes the minute of the claim end.
  await withContext(place, async ({ database, clock }) => {
    const [row] = await database.orm().select().from(webhookDeliveries);
    expect(row).toMatchObject({ state: 'waiting', tries: 0 });
    expect(row?.nextTryAt?.getTime()).toBeGreaterThan(clock.now().getTime());
    await database.orm().update(webhookDeliveries).set({ nextTryAt: clock.now() });
  });

  receiver.answers = true;
  const second = await startAndWait(lively);
  const state = async () => {
    const row = webhookRoutes.listWebhookDeliveries;
    const listed = await textOf(await call(second, row, { token, params }));
    const { webhook_deliveries: found } = row.reply.parse(JSON.parse(listed ?? ''));
    return found.data.map(({ attributes }) => [attributes.state, attributes.tries]);
  };
  await expect.poll(state, POLLING).toEqual([['delivered', 1]]);
  const [before, after] = receiver.received;
  expect(receiver.received).toHaveLength(2);
  expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
  expect(after?.body).toBe(before?.body);
  expect(new Verifier(secret).verify(after?.body ?? '', after?.headers ?? {})).toEqual(
    JSON.parse(after?.body ?? ''),
  );
  await kill(second);
  receiver.close();
});

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Listens on this machine, and does not answer before `answers`. */
async function startReceiver() {
  const received: Received[] = [];
  const receiver = { received, answers: false, url: '', close: () => {} };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    received.push({ headers: textsOf(request.headers), body });
    if (receiver.answers) response.writeHead(204).end();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  receiver.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/told`;
  receiver.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return receiver;
}

function textsOf(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
