import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { INLINE_SCRIPT_SOURCES } from './inline-scripts.ts';

const YEAR_SECONDS = 31_536_000;

// Stripe.js and its frames come from these; see Stripe's own page on content security policies.
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};
const NOTHING = { script: [], frame: [], connect: [] };

/**
 * The headers of every answer. The policy is the one of the app's own pages; what needs another one (public pages,
 * files, the outbox) sets the header `content-security-policy` on its reply.
 */
export function setSecurityHeaders(app: FastifyInstance, config: Config): void {
  const provider = config.stripe === undefined ? NOTHING : STRIPE;
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
        // The renderer is WebAssembly.
        'script-src': ["'self'", "'wasm-unsafe-eval'", ...INLINE_SCRIPT_SOURCES, ...provider.script],
        'script-src-attr': ["'none'"],
        // Mantine sets styles of elements.
        'style-src': ["'self'", "'unsafe-inline'"],
        // Newsletters may show pictures from elsewhere; a picture that is being cropped or uploaded is a blob.
        'img-src': ["'self'", 'https:', 'http:', 'data:', 'blob:'],
        'media-src': ["'self'", 'https:', 'http:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'", ...provider.connect],
        'worker-src': ["'self'", 'blob:'],
        'frame-src': ["'self'", ...provider.frame],
        'manifest-src': ["'self'"],
        // No upgrade-insecure-requests: schools run it on a LAN without TLS.
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    hsts: config.publicUrl.startsWith('https:') && { maxAge: YEAR_SECONDS, includeSubDomains: false },
  });
}
