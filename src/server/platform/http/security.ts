import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { INLINE_SCRIPT_SOURCES } from './inline-scripts.ts';

const YEAR_SECONDS = 31_536_000;

// The sources that Stripe's documentation requires for Stripe.js and its frames.
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};
const NOTHING = { script: [], frame: [], connect: [] };

/**
 * Sets the security headers of every answer. The policy is that of the app's own pages. Other pages (public pages, files,
 * the outbox) set their own `content-security-policy`.
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
        // Mantine uses inline styles.
        'style-src': ["'self'", "'unsafe-inline'"],
        // Uploaded files have absolute addresses. Pictures being cropped or uploaded are blobs.
        'img-src': ["'self'", config.publicUrl, 'data:', 'blob:'],
        'media-src': ["'self'", config.publicUrl, 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'", ...provider.connect],
        'worker-src': ["'self'", 'blob:'],
        'frame-src': ["'self'", ...provider.frame],
        'manifest-src': ["'self'"],
        // No upgrade-insecure-requests, because some schools run this on a LAN without TLS.
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    hsts: config.publicUrl.startsWith('https:') && {
      maxAge: YEAR_SECONDS,
      includeSubDomains: config.hstsSubdomains,
    },
  });
}
