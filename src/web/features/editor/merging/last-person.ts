import { historyRoutes } from '#contract/history.ts';
import { call } from '#web/api/client.ts';
import type { Heard } from '#web/features/editor/kernel/facts/heard.ts';
import { currentSession } from '#web/session/session.ts';

/** Who has saved a draft last. */
export interface LastPerson {
  /** Null: not known. */
  readonly name: string | null;
  /** The person here, in another window. */
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

/** Who has stored a version, by what was heard of it; null if that does not tell. */
export function lastPerson(heard: Heard['stored'], version: number): LastPerson | null {
  if (heard?.version !== version || heard.person === null) return null;
  return { name: heard.person.name, isOwn: heard.person.id === currentSession()?.user.id };
}

/** As the server names members. */
export function ownName(): string | null {
  const user = currentSession()?.user.attributes;
  return user ? `${user.first_name} ${user.last_name}`.trim() || user.email : null;
}
