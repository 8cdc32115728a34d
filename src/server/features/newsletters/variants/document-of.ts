import { documentFor } from '#newsletter/document/arrange.ts';
import { groupsIn } from '#newsletter/document/audience.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import type { AppContext } from '#server/context.ts';
import { currentGroups, usedGroup } from '#server/data/groups/current-groups.ts';

/** A newsletter as a family in certain groups gets it, by today's groups: merged ones count as the new one, retired ones do not count. */
export async function documentForGroups(
  { database }: AppContext,
  schoolId: string,
  document: NewsletterDocument,
  groups: readonly string[],
): Promise<NewsletterDocument> {
  const targets = groupsIn(blocksOf(document));
  if (targets.length === 0 || groups.length === 0) return documentFor(document, new Set());
  const current = await currentGroups(database, schoolId);
  const own = new Set(groups.flatMap((id) => usedGroup(current, id)?.id ?? []));
  const seen = targets.filter((id) => own.has(usedGroup(current, id)?.id ?? ''));
  return documentFor(document, new Set(seen));
}
