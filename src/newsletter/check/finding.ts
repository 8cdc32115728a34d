import type { Block } from '#newsletter/document/document.ts';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { startOf } from '#newsletter/values/start-of.ts';

/** The findings of a newsletter check and their severities. */

/**
 * The rules. An error fails WCAG 2.2 A or AA, or leaves out a file or a block; it stops publishing in the web client. A
 * hint makes reading harder, or is a guess for a person to judge.
 */
export const SEVERITIES = {
  'file-missing': 'error',
  'alt-missing': 'error',
  'alt-file-name': 'hint',
  'picture-small': 'hint',
  contrast: 'error',
  'link-empty': 'error',
  'link-vague': 'hint',
  'link-address': 'hint',
  'link-twofold': 'hint',
  'link-wrapped': 'hint',
  'heading-order': 'hint',
  'heading-empty': 'hint',
  'heading-bold': 'hint',
  'language-missing': 'hint',
  capitals: 'hint',
  'audience-all': 'hint',
  'audience-none': 'error',
  recommended: 'hint',
} as const satisfies Record<string, 'error' | 'hint'>;
type Rule = keyof typeof SEVERITIES;
type Severity = (typeof SEVERITIES)[Rule];

/** A place in rich text: the element with this tag and index (from 0), or the first occurrence of these words. */
export type TextRange =
  | { readonly tag: 'a' | 'h1' | 'h2' | 'h3'; readonly index: number }
  | { readonly words: string };

/** A one-click fix: the changed block or newsletter title. */
export type Fix = { readonly label: string } & ({ readonly block: Block } | { readonly title: string });

/** A finding as a rule returns it, before `checkNewsletter` adds id and severity. */
export interface RuleFinding {
  readonly rule: Rule;
  /** Null for the newsletter's title. */
  readonly block: Block | null;
  /** The field's path in the block's value: `images.0.alt`. */
  readonly path: string;
  readonly range?: TextRange;
  /** One or two sentences for the person who writes the newsletter. */
  readonly message: string;
  readonly fix?: Fix;
}

/** A finding of `checkNewsletter`. */
export interface Finding extends Omit<RuleFinding, 'block'> {
  /** Stable across checks. */
  readonly id: string;
  readonly severity: Severity;
  /** The block's name; null for the newsletter's title. */
  readonly block: string | null;
}

/** The input of the rules: blocks in reading order, footers last. */
export interface Scope {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly school: Pick<SchoolBranding, 'name' | 'language'>;
  readonly missing: MissingFiles;
  /** In pixels, by address, where known. */
  readonly widths: ReadonlyMap<string, number>;
}

/** Puts words in quotation marks, shortened to `max` characters. */
export function quoted(words: string, max = 60): string {
  const text = words.replace(/\s+/g, ' ').trim();
  return `“${text.length > max ? `${startOf(text, max - 1).trimEnd()}…` : text}”`;
}
