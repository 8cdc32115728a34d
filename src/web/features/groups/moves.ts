import type { GroupResource } from '#contract/groups/groups.ts';
import { type MoveUp, suggestMoves } from '#contract/groups/move-up.ts';

/** Where each group's families go when years move up, as the dialog's choices. Pure. */

export const STAYS = 'stays';
export const LEAVES = 'leaves';
/** By group: another group's id, or one of the two above. */
export type Targets = Readonly<Record<string, string>>;

/** The suggested choices for July. Empty if the school has no years that follow each other. */
export function suggestedTargets(groups: readonly GroupResource[]): Targets {
  const named = groups.map(({ id, attributes }) => ({ id, name: attributes.name }));
  return Object.fromEntries(suggestMoves(named).map(({ from, to }) => [from, to ?? LEAVES]));
}

/** The choices in the server's form. */
export function movesOf(targets: Targets): MoveUp['moves'] {
  return Object.entries(targets)
    .filter(([, target]) => target !== STAYS)
    .map(([from, target]) => ({ from, to: target === LEAVES ? null : target }));
}
