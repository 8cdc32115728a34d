import type { Block } from '#newsletter/document/document.ts';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';

/** What the check of a newsletter finds, and how grave it is. */

/**
 * The rules. An error shuts somebody out (WCAG 2.2 A or AA fails) or leaves everybody without a file, and stops publishing in
 * the web client; a hint makes reading harder, or is a guess that a person has to judge.
 */
export const SEVERITIES = {
  'file-missing': 'error',
  'alt-missing': 'error',
  'alt-file-name': 'hint',
  contrast: 'error',
  'link-empty': 'error',
  'link-vague': 'hint',
  'link-address': 'hint',
  'link-twofold': 'hint',
  'heading-order': 'hint',
  'heading-empty': 'hint',
  capitals: 'hint',
} as const satisfies Record<string, 'error' | 'hint'>;
export type Rule = keyof typeof SEVERITIES;
type Severity = (typeof SEVERITIES)[Rule];

/** Where in a field of rich text: the element of this tag with this number from 0, or the first place of these words. */
export type TextRange =
  | { readonly tag: 'a' | 'h1' | 'h2' | 'h3'; readonly index: number }
  | { readonly words: string };

/** What one click does: the block, or the newsletter's title, as it is better. */
export type Fix = { readonly label: string } & ({ readonly block: Block } | { readonly title: string });

/** What a rule says. */
export interface Found {
  readonly rule: Rule;
  /** The block; null is the newsletter's title. */
  readonly block: Block | null;
  /** The field in the block's value, as forms name it: `images.0.alt`. */
  readonly path: string;
  readonly spot?: TextRange;
  /** One or two sentences for a school's secretary. */
  readonly message: string;
  readonly fix?: Fix;
}

/** One thing to look at. */
export interface Finding extends Omit<Found, 'block'> {
  /** The same for the same thing in the next check. */
  readonly id: string;
  readonly severity: Severity;
  /** The block's name; null is the newsletter's title. */
  readonly block: string | null;
}

/** What rules look at: the blocks in reading order, footers last. */
export interface Scope {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly school: Pick<SchoolBranding, 'name' | 'language'>;
  readonly missing: MissingFiles;
}

/** Words as they are quoted in a sentence: not longer than a line. */
export function quoted(words: string): string {
  const text = words.replace(/\s+/g, ' ').trim();
  return `“${text.length > 60 ? `${text.slice(0, 59).toWellFormed().trimEnd()}…` : text}”`;
}
