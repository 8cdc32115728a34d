import { createServer, type RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testRenderer } from '#test/ports/renderer-port.ts';
import { createEmbeddedRenderer } from './embedded.ts';
import { createRemoteRenderer } from './remote.ts';
import { RenderFailed } from './renderer.ts';

const account = { id: 'an-id', secret: 'a:secret' };
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a service on this machine and resolves to its URL. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return `http://127.0.0.1:${address.port}/v1/render`;
}

/** Never answers. */
const silent: RequestListener = (request) => {
  request.resume();
};

/** Answers like the MJML API, using our own engine. */
const mjmlService: RequestListener = async (request, response) => {
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
  if (
    scheme !== 'Basic' ||
    Buffer.from(credentials, 'base64').toString() !== `${account.id}:${account.secret}`
  ) {
    answer(401, { message: 'Unauthorized' });
    return;
  }
  const { mjml } = z.object({ mjml: z.string() }).parse(await json(request));
  createEmbeddedRenderer()
    .render(mjml)
    .then(
      (html) => answer(200, { html, mjml, errors: [], mjml_version: '5.4.1' }),
      (error) => answer(400, { message: String(error), request_id: '1' }),
    );
};

describe('renderer: remote', () => {
  testRenderer(async () => createRemoteRenderer({ url: await serve(mjmlService), ...account }));

  const mjml = '<mjml><mj-body></mj-body></mjml>';

  it('throws RenderFailed for wrong credentials', async () => {
    const renderer = createRemoteRenderer({ url: await serve(mjmlService), id: 'an-id', secret: 'wrong' });
    await expect(renderer.render(mjml)).rejects.toThrow(RenderFailed);
  });

  it('throws RenderFailed after a timeout', async () => {
    const renderer = createRemoteRenderer({ url: await serve(silent), ...account, timeout: 50 });
    await expect(renderer.render(mjml)).rejects.toThrow(RenderFailed);
  });

  it('throws RenderFailed without a server, or for an invalid answer', async () => {
    const unreachable = createRemoteRenderer({ url: 'http://127.0.0.1:1/', ...account });
    await expect(unreachable.render(mjml)).rejects.toThrow(RenderFailed);
    for (const body of ['', 'not json', '{}', '{"html":""}', '{"html":"<p>","errors":[{"line":1}]}']) {
      const url = await serve((_, response) => response.end(body));
      await expect(createRemoteRenderer({ url, ...account }).render(mjml), body).rejects.toThrow(
        RenderFailed,
      );
    }
  });
});
