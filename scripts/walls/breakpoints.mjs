import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

/** At which sizes of the window the style sheets change, in `em` of 16 px. */
const BREAKPOINTS = {
  /** Specified (9.9): see `breakpoints` of the theme. */
  xs: 36,
  sm: 48,
  md: 62,
  lg: 75,
  xl: 160,
  /** The narrowest phones. */
  narrow: 22.5,
  /** The editor's list of blocks has their names. */
  picker: 84,
  /** Heights: a phone that lies, and a small laptop. */
  lying: 30,
  low: 56.25,
};

/** The sizes in style sheets that are no breakpoint, each once: '24em in src/…'. A `max-width` ends .01 em before one. */
export function straySizes() {
  const known = new Set(
    Object.values(BREAKPOINTS).flatMap((size) => [`${size}em`, `${(size - 0.01).toFixed(2)}em`]),
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
