import { z } from 'zod';
import { route } from './route.ts';

/** The public configuration for the screens. */
const configReply = z.object({
  product_name: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  social_url: z.string(),
  operator_name: z.string(),
  operator_address: z.string(),
  /** How many addresses a school on trial may send to each day. */
  trial_mails_per_day: z.number(),
  payment: z.object({ provider: z.enum(['sandbox', 'stripe']), publishable_key: z.string().optional() }),
});
export type ProductConfig = z.infer<typeof configReply>;

export const serviceRoutes = {
  config: route({
    method: 'GET',
    path: '/config',
    access: 'anyone',
    summary: 'What the screens need to know before anyone signs in',
    status: 200,
    reply: configReply,
  }),
  health: route({
    method: 'GET',
    path: '/health',
    root: true,
    access: 'anyone',
    summary: '200 while the database answers as a school would ask it, else 503',
    status: 200,
    /** `version` is the program's: a heading of CHANGELOG.md. */
    reply: z.object({ status: z.literal('ok'), version: z.string().default('') }),
  }),
  openapi: route({
    method: 'GET',
    path: '/openapi.json',
    access: 'anyone',
    summary: 'This contract as OpenAPI 3.1',
    status: 200,
    reply: z.record(z.string(), z.unknown()),
  }),
} as const;
