import { AsyncLocalStorage } from 'node:async_hooks';

/** The API token that makes the current call: the school's log and a newsletter's history name it beside the person who made it. */

const acting = new AsyncLocalStorage<string>();

/** Runs a call's work as the token with this name. */
export function actAsToken<T>(name: string, work: () => Promise<T>): Promise<T> {
  return acting.run(name, work);
}

/** The name of the token that makes the current call; null for a person, and for the program. */
export function actingToken(): string | null {
  return acting.getStore() ?? null;
}

/** Runs work that belongs to no call, such as a job, wherever it was started. */
export function actAsProgram<T>(work: () => T): T {
  return acting.exit(work);
}
