import { type PersonResource, ROLE_MARKERS } from '#contract/people.ts';
import type { Session } from '#web/session/session.ts';

/** The session in a server's reply that has begun one. */
export function sessionOfReply(reply: {
  readonly token: { readonly auth_token: string };
  readonly user: { readonly data: PersonResource };
}): Session {
  const { data: user } = reply.user;
  return { accessToken: reply.token.auth_token, user, value: ROLE_MARKERS[user.type] };
}
