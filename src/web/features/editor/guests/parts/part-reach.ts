import type { Part } from '#contract/parts/parts.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOfPart } from '#newsletter/document/parts.ts';

/** A block within somebody's part: its author, and whether the part begins or ends with it. */
export interface Reach {
  /** The block at which the part begins. */
  readonly part: string;
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

type Parts = ReadonlyMap<string, Part>;

const reaches = new WeakMap<
  NewsletterDocument,
  { readonly parts: Parts; readonly reach: ReadonlyMap<string, Reach> }
>();

/** The blocks that are in parts, by name. One in two parts counts for its own, or else for the later heading's. */
export function reachOf(document: NewsletterDocument, parts: Parts): ReadonlyMap<string, Reach> {
  const known = reaches.get(document);
  // All blocks use it at once.
  if (known?.parts === parts) return known.reach;
  const reach = new Map<string, Reach>();
  for (const part of parts.keys()) {
    const names = blocksOfPart(document, part);
    for (const [index, name] of names.entries())
      if (name === part || !parts.has(name))
        reach.set(name, { part, isStart: index === 0, isEnd: index === names.length - 1 });
  }
  reaches.set(document, { parts, reach });
  return reach;
}
