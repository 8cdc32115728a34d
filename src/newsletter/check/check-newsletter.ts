import { isAtFoot, type NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { checkAudience } from './audience.ts';
import { checkCapitals } from './capitals.ts';
import { checkColours } from './colours.ts';
import { checkFiles } from './files.ts';
import { type Finding, type RuleFinding, type Scope, SEVERITIES } from './finding.ts';
import { checkForeignPassages } from './foreign-passages.ts';
import { checkHeadings } from './headings.ts';
import { checkLinks } from './links.ts';
import { checkPictures } from './pictures.ts';
import { checkRecommendations } from './recommendations.ts';
import { checkWrappedLinks } from './wrapped-links.ts';

const RULES: readonly ((scope: Scope) => RuleFinding[])[] = [
  checkFiles,
  checkPictures,
  checkRecommendations,
  checkColours,
  checkLinks,
  checkWrappedLinks,
  checkHeadings,
  checkForeignPassages,
  checkCapitals,
  checkAudience,
];

const NONE: MissingFiles = new Set();
const UNKNOWN: ReadonlyMap<string, number> = new Map();

/**
 * Checks a newsletter's accessibility and missing files. Errors come before hints, each in reading order. Blocks must be
 * valid. The result is deterministic.
 */
export function checkNewsletter(source: {
  readonly title: string;
  readonly document: NewsletterDocument;
  readonly school: Pick<SchoolBranding, 'name' | 'language'>;
  /** Deleted files, as reported by the server. */
  readonly missing?: MissingFiles;
  /** The intrinsic widths of the pictures in pixels, by address, where known. */
  readonly widths?: ReadonlyMap<string, number>;
}): Finding[] {
  const { title, document, school, missing = NONE, widths = UNKNOWN } = source;
  const all = blocksOf(document);
  const blocks = [...all.filter((block) => !isAtFoot(block)), ...all.filter(isAtFoot)];
  const order = new Map(blocks.map((block, index) => [block, index]));
  const found = RULES.flatMap((rule) => rule({ title, blocks, school, missing, widths }));
  const rank = ({ rule, block }: RuleFinding) =>
    (SEVERITIES[rule] === 'error' ? 0 : blocks.length + 1) + (block === null ? -1 : (order.get(block) ?? 0));
  return withIds(found.toSorted((one, other) => rank(one) - rank(other)));
}

function withIds(found: readonly RuleFinding[]): Finding[] {
  const counts = new Map<string, number>();
  return found.map(({ block, ...rest }) => {
    const what = `${block?.name ?? ''} ${rest.rule} ${rest.path}`;
    const count = counts.get(what) ?? 0;
    counts.set(what, count + 1);
    return { ...rest, id: `${what} ${count}`, severity: SEVERITIES[rest.rule], block: block?.name ?? null };
  });
}
