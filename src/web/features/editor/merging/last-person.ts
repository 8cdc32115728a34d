import { historyRoutes } from '#contract/history.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { call } from '#web/api/client.ts';
import type { OthersNews } from '#web/features/editor/kernel/facts/others-news.ts';
import { currentSession } from '#web/session/session.ts';

/** The last person to save a draft. */
export interface LastPerson {
  /** Null if unknown. */
  readonly name: string | null;
  /** Whether it is the person here, in another window. */
  readonly isOwn: boolean;
}

export async function findLastPerson(newsletterId: string): Promise<LastPerson> {
  try {
    const { state } = await call(historyRoutes.listStates, {
      params: { id: newsletterId },
      handles: () => true,
    });
    const name = state.data[0]?.attributes.person_name ?? null;
    return { name, isOwn: name !== null && name === ownName() };
  } catch {
    return { name: null, isOwn: false };
  }
}

/** The person who stored a version, by the last event heard; null if that does not say. */
export function lastPerson(lastSave: OthersNews['stored'], version: number): LastPerson | null {
  if (lastSave?.version !== version || lastSave.person === null) return null;
  return { name: lastSave.person.name, isOwn: lastSave.person.id === currentSession()?.user.id };
}

/** The name of the person here, in the form in which the server names members. */
export function ownName(): string | null {
  const user = currentSession()?.user.attributes;
  return user ? nameOrEmail(user) : null;
}
