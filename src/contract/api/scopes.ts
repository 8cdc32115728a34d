/**
 * The permissions of API tokens. Each call that takes tokens names one in its row of the contract and is refused to
 * tokens without it.
 */

/** Each scope with its description on the screen. */
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

/** The prefix of every token, by which people and secret scanners recognise it. */
export const TOKEN_PREFIX = 'ink_';

/** The calls that one token may make per minute. */
export const TOKEN_CALLS = { max: 600, windowSeconds: 60 } as const;
