import { withoutAccents } from '#newsletter/values/plain-text.ts';

/** A name made safe as part of a file name on any system; empty if no letter is left. */
export function fileSlug(name: string): string {
  return withoutAccents(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
}
