import { peopleRoutes } from '#contract/people.ts';
import { endSession } from '#web/session/session.ts';
import { call } from './client.ts';

/**
 * Signs out in all tabs. The browser forgets the session even if the call fails; without a network the token is left to
 * expire.
 */
export function logOut(): void {
  call(peopleRoutes.logout, { handles: () => true }).catch(() => undefined);
  endSession();
}
