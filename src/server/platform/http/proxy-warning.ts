import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

const WARNING =
  'Calls come through a proxy (they carry X-Forwarded-For), but TRUST_PROXY is not set: all callers behind it count as one, so that one who guesses passwords or asks for mails can use up the limits of all. Set TRUST_PROXY to the number of proxies in front. This warning is logged once.';

/** Logs one warning if calls come through a proxy that is not configured. */
export function warnOfUntrustedProxy(app: FastifyInstance, { trustProxy }: Config): void {
  if (trustProxy !== false) return;
  let isWarned = false;
  app.addHook('onRequest', async ({ headers, log }) => {
    if (isWarned || headers['x-forwarded-for'] === undefined) return;
    isWarned = true;
    log.warn(WARNING);
  });
}
