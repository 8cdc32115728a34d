import { recommendationsOf } from '#newsletter/document/traits.ts';
import type { RuleFinding, Scope } from './finding.ts';

/** Finds optional parts of blocks whose absence readers notice. */
export function checkRecommendations({ blocks }: Scope): RuleFinding[] {
  return blocks.flatMap((block) =>
    recommendationsOf(block).map((missing) => ({ rule: 'recommended' as const, block, ...missing })),
  );
}
