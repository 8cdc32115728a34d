import type { WindowHere } from '#contract/together.ts';
import { initialsOf } from '#web/words/initials.ts';

/** Somebody who has the newsletter open in another window. */
export interface PersonHere {
  readonly id: string;
  readonly name: string;
  /** One or two letters. */
  readonly initials: string;
  /** The block they write in; null if they read. */
  readonly block: string | null;
  /** Whether this is the person here, in another window. */
  readonly isOwn: boolean;
}

/** The people of these windows, each once: writers first, then by name. A person with two windows is where they write. */
export function peopleIn(windows: readonly WindowHere[], ownId: string | undefined): readonly PersonHere[] {
  const people = new Map<string, PersonHere>();
  for (const { person_id: id, person_name: name, block } of windows) {
    const known = people.get(id);
    if (known !== undefined && (known.block !== null || block === null)) continue;
    people.set(id, { id, name, initials: initialsOf(name), block, isOwn: id === ownId });
  }
  const rank = ({ block }: PersonHere) => (block === null ? 1 : 0);
  return [...people.values()].sort(
    (one, other) =>
      rank(one) - rank(other) || one.name.localeCompare(other.name) || one.id.localeCompare(other.id),
  );
}

/** A person's name as shown at a block. */
export function calledHere({ name, isOwn }: PersonHere): string {
  return isOwn ? 'You, in another window' : name;
}

/** 'Ivy Walker is editing Dates', or 'You are reading it in another window'. `label` is the block's. */
export function doing({ name, isOwn, block }: PersonHere, label: string | undefined): string {
  const what = block === null ? 'reading' : `editing ${label ?? 'a block'}`;
  return isOwn ? `You are ${what} in another window` : `${name} is ${what}`;
}
