import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BREAKPOINTS } from '../../src/ui/breakpoints.ts';
import { root } from '../install.mjs';

/** The other sizes of the window at which style sheets change, in `em` of 16 px. */
const OTHERS = {
  /** The narrowest phones. */
  narrow: '22.5em',
  /** The editor's list of blocks has their names. */
  picker: '84em',
  /** Heights: a phone that lies, and a small laptop. */
  lying: '30em',
  low: '56.25em',
};

/** The sizes in style sheets that are no breakpoint, each once: '24em in src/…'. A `max-width` ends .01 em before one. */
export function straySizes() {
  const known = new Set(
    Object.values({ ...BREAKPOINTS, ...OTHERS }).flatMap((size) => [
      size,
      `${(Number.parseFloat(size) - 0.01).toFixed(2)}em`,
    ]),
  );
  const found = new Map();
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  ))
    for (const [query] of readFileSync(join(root, 'src', file), 'utf8').matchAll(/@media[^{]+/g))
      for (const [, size] of query.matchAll(/(?:width|height): ([\d.]+(?:em|px))/g))
        if (!known.has(size)) found.set(size, `${size} in src/${file}`);
  return [...found.values()];
}
