import { broadsheet } from './broadsheet.ts';
import { bulletin } from './bulletin.ts';
import type { Design } from './design.ts';
import { letter } from './letter.ts';
import { playground } from './playground.ts';
import { poster } from './poster.ts';

/**
 * All designs, in the order in which they are offered. To add one, write its file beside the others and add it here;
 * see docs/architecture.md for what else shows it.
 */
export const DESIGNS = { letter, bulletin, poster, playground, broadsheet } as const satisfies Readonly<
  Record<string, Design>
>;
