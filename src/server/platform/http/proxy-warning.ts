import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

const WARNING =
  'Calls come through a proxy (they carry X-Forwarded-For), but TRUST_PROXY is not set: everybody behind it counts as one caller, so that one who guesses passwords or asks for mails can use up the limits of all. Set TRUST_PROXY to the number of proxies in front. This is said once.';

/** Says once that there is a proxy whose word is not believed. */
export function warnOfUntrustedProxy(app: FastifyInstance, { trustProxy }: Config): void {
  if (trustProxy !== false) return;
  let said = false;
  app.addHook('onRequest', async ({ headers, log }) => {
    if (said || headers['x-forwarded-for'] === undefined) return;
    said = true;
    log.warn(WARNING);
  });
}
