import { peopleRoutes } from '#contract/people.ts';
import { endSession } from '#web/session/session.ts';
import { call } from './client.ts';

/**
 * Signs out, in all tabs. The browser forgets the session whatever the server says; without a network the token dies by
 * its age.
 */
export function logOut(): void {
  call(peopleRoutes.logout, { handles: () => true }).catch(() => undefined);
  endSession();
}
