import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from './journey.ts';

/** A proxy that sends a page up to its content, and the rest when `sendRest` is called. */
async function startSlowProxy(target: string) {
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
  const answer: RequestListener = async ({ url = '/' }, response) => {
    const reply = await fetch(new URL(url, target), { headers: { 'accept-encoding': 'identity' } });
    const headers = Object.fromEntries(reply.headers);
    delete headers['content-length'];
    response.writeHead(reply.status, headers);
    if (headers['content-type']?.startsWith('text/html')) {
      const page = await reply.text();
      const cut = page.indexOf('<div id="root"');
      response.write(page.slice(0, cut));
      await rest;
      response.end(page.slice(cut));
    } else if (reply.body === null) response.end();
    else await pipeline(Readable.from(reply.body), response).catch(() => undefined); // The browser has left the page.
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    sendRest,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('The log-in panel opens even if cached scripts run before the page has arrived', async ({
  page,
  baseURL,
}) => {
  const proxy = await startSlowProxy(baseURL ?? '');
  await page.goto(`${proxy.url}/?login=true`, { waitUntil: 'commit' });
  const script = page.locator('script[data-files]');
  await expect(script).toBeAttached();
  const [app] = ((await script.getAttribute('data-files')) ?? '').split(' ');
  // The app's script runs before the page is complete.
  await page.evaluate((file) => import(file).catch(() => undefined), app ?? '');
  proxy.sendRest();
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible();
  proxy.stop();
});
