import { TOKEN_CALLS } from '#contract/api/scopes.ts';

/**
 * The limits of one person, in all their sessions, for one process and window: as many calls as a token, and a number
 * of bytes in bodies. Large bodies without a session have the same limit of bytes for each network.
 */
export const CALLER_LIMITS = {
  calls: TOKEN_CALLS.max,
  bytes: 60 * 1024 * 1024,
  windowSeconds: TOKEN_CALLS.windowSeconds,
} as const;
