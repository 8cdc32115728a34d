import { isContent } from '#newsletter/document/traits.ts';
import type { RuleFinding, Scope } from './finding.ts';

/** Checks blocks for groups: each must be for somebody, and everyone else must see something. */
export function checkAudience({ blocks }: Scope): RuleFinding[] {
  const content = blocks.filter(isContent);
  const [first] = content;
  const isEmpty = first !== undefined && content.every(({ audience }) => audience !== undefined);
  const unseen = blocks.filter(({ audience }) => audience?.length === 0);
  return [
    ...(isEmpty ? [{ rule: 'audience-all' as const, block: first, path: '', message: ALL }] : []),
    ...unseen.map((block) => ({ rule: 'audience-none' as const, block, path: '', message: NONE })),
  ];
}

const ALL =
  'Every block is for groups. The page that everybody has the link to is empty, and so is the mail to who is in none of them.';
const NONE = 'Nobody sees this block: it is for groups, and none is chosen.';
