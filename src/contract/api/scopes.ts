/**
 * What an API token may do. Each call that takes tokens names one of these in its row of the contract; without it in the
 * token, the call is refused.
 */

/** Each with what the screen says about it. */
export const TOKEN_SCOPES = {
  'newsletters:read': 'Read newsletters, drafts too',
  'newsletters:write': 'Write, change and delete newsletters',
  'newsletters:publish': 'Publish and unpublish newsletters',
  'newsletters:send': 'Send newsletters to families',
  'subscribers:read': 'Read names and addresses of families',
  'subscribers:write': 'Add, change and remove families',
  'groups:read': 'Read groups',
  'groups:write': 'Make, change and delete groups',
  'events:read': 'Read dates',
  'events:write': 'Add, change and delete dates',
  'files:read': 'See the school’s files',
  'files:write': 'Upload and delete files',
  'school:read': 'Read the school’s details',
} as const;
export type TokenScope = keyof typeof TOKEN_SCOPES;

export function isTokenScope(text: string): text is TokenScope {
  return Object.hasOwn(TOKEN_SCOPES, text);
}

/** In the order of the screens. */
export const SCOPE_NAMES: readonly TokenScope[] = Object.keys(TOKEN_SCOPES).filter(isTokenScope);

/** What every token begins with: people and secret scanners know it by that. */
export const TOKEN_PREFIX = 'ink_';

/** Calls that a token may make within a minute. */
export const TOKEN_CALLS = { max: 600, windowSeconds: 60 } as const;
