import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { systemClock } from '#server/platform/clock.ts';
import { StripeDouble } from '#test/stripe/double.ts';

/**
 * The Stripe double as a separate process, for journeys. A second server triggers what a browser and Stripe do: `POST
 * /confirm` pays, or answers with Stripe's error message; `POST /deliver` posts all new events.
 */

const confirmation = z.object({ secret: z.string(), card: z.string() });
const delivery = z.object({ to: z.url(), secret: z.string() });

const double = new StripeDouble(systemClock);
const api = await double.listen();
let delivered = 0;

const control = createServer(async (request, response) => {
  const body = await json(request);
  const answer =
    request.url === '/confirm' ? confirm(confirmation.parse(body)) : await deliver(delivery.parse(body));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});

function confirm({ secret, card }: z.infer<typeof confirmation>): { error?: { message: string } } {
  try {
    if (secret.startsWith('seti_')) double.confirmSetup(secret, card);
    else double.confirm(secret, card);
    return {};
  } catch (error) {
    return { error: { message: error instanceof Error ? error.message : 'It failed' } };
  }
}

async function deliver({ to, secret }: z.infer<typeof delivery>): Promise<number[]> {
  const fresh = double.events.slice(delivered);
  delivered = double.events.length;
  const answers = fresh.map(async (event) => {
    const { body, signature } = double.signed(event, secret);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return (await fetch(to, { method: 'POST', headers, body })).status;
  });
  return await Promise.all(answers);
}

// Exits with its parent.
process.on('disconnect', () => process.exit());

control.listen(0, '127.0.0.1', () => {
  const address = control.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.send?.({ api, control: `http://127.0.0.1:${port}` });
});
