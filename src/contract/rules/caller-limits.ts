import { TOKEN_CALLS } from '#contract/api/scopes.ts';

/**
 * What a person, in all their sessions, may ask of a process within a window: as many calls as a token, and bytes of their bodies.
 * As many bytes of large bodies may come from a network without a session.
 */
export const CALLER_LIMITS = {
  calls: TOKEN_CALLS.max,
  bytes: 60 * 1024 * 1024,
  windowSeconds: TOKEN_CALLS.windowSeconds,
} as const;
