import { z } from 'zod';
import { many, resource, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { SECOND_STEPS, SESSION_WAYS } from './ways.ts';

/** A person's sessions. They are separate from `people.ts`, which every screen loads: this file needs all ways to sign in. */
export const sessionResource = resource(
  'session',
  z.object({
    device: z.string(),
    way: z.enum(SESSION_WAYS),
    /** The provider's name, for the way `provider`; empty for sessions from before it was recorded. */
    provider: z.string(),
    second_step: z.enum(SECOND_STEPS),
    /** Where it was opened, such as 'Leeds, United Kingdom'; empty if unknown. */
    place: z.string(),
    created_at: timestamp,
    last_used_at: timestamp,
    current: z.boolean(),
  }),
);

export type SessionResource = z.infer<typeof sessionResource>;

export const sessionRoutes = {
  listSessions: route({
    method: 'GET',
    path: '/users/sessions',
    access: 'signed_in',
    summary: 'Where the person is signed in',
    status: 200,
    reply: z.object({ sessions: many(sessionResource) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/users/sessions/:id',
    access: 'signed_in',
    summary: 'Sign out one of the own sessions',
    params: z.object({ id: z.uuid() }),
    status: 204,
    whenDiskFull: true,
    whileSuspended: true,
  }),
  endSessions: route({
    method: 'DELETE',
    path: '/users/sessions',
    access: 'signed_in',
    summary: 'Sign out everywhere, here too',
    status: 204,
    whenDiskFull: true,
    whileSuspended: true,
    whileSecondFactorDue: true,
  }),
} as const;
