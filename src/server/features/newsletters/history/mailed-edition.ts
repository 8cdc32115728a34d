import type { AppContext } from '#server/context.ts';
import type { StoredEdition } from '#server/features/newsletters/publishing/rebranding-repo.ts';
import { variantSource } from '#server/features/newsletters/variants/targets.ts';
import { compress, decompress } from '#server/platform/brotli.ts';
import { fileKeysIn } from '#server/platform/files/own-addresses.ts';
import { findEditionsOfPublishing, insertPastEdition } from './editions-repo.ts';

/** A mail of an edition as it is sent. */
interface Mailed {
  readonly html: string;
  readonly text: string;
  readonly title: string;
  /** The version of the draft that was published. */
  readonly version: number;
}

/**
 * The id of the past edition that has this mail. If the edition has been rendered again since it was published, because the
 * branding changed or a file was deleted, or if an older program published it, stores one more: with the mail as it is sent now.
 */
export async function keepMailedEdition(
  { database, clock }: AppContext,
  edition: StoredEdition,
  { html, text, title, version }: Mailed,
): Promise<string> {
  const kept = await findEditionsOfPublishing(database, edition);
  const source = variantSource(edition);
  for (const each of kept) {
    // The mail may look the same although a file that only blocks for groups show was deleted.
    const isDrawnAgain = source !== null && each.drawing !== edition.drawing;
    if (isDrawnAgain || each.mailText !== text) continue;
    if (String(await decompress(each.mail)) === html) return each.id;
  }
  const { schoolId, newsletterId, pageHtml, pageBrotli: page, publishedAt } = edition;
  return await insertPastEdition(database, {
    schoolId,
    newsletterId,
    version,
    title,
    personId: kept[0]?.personId ?? null,
    page,
    mail: await compress(Buffer.from(html)),
    mailText: text,
    publishedAt,
    redrawnAt: kept.length === 0 ? null : clock.now(),
    fileKeys: [...new Set([...fileKeysIn(pageHtml + html), ...(kept[0]?.fileKeys ?? [])])],
    drawing: edition.drawing,
    source,
  });
}
