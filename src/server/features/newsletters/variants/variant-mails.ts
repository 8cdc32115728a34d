import { withoutBlocks } from '#newsletter/document/arrange.ts';
import type { AppContext } from '#server/context.ts';
import { groupBlocks } from '#server/data/groups/block-targets.ts';
import { loadSchool } from '#server/data/schools.ts';
import { mailOf, readersDocument } from '#server/features/newsletters/publishing/rendering.ts';
import { compress, decompress } from '#server/platform/brotli.ts';
import { notFound } from '#server/platform/http/errors.ts';
import { assignVariants } from './assign.ts';
import { keepVariantPages } from './variant-page.ts';
import { changeVariant, findSlugs, findSource, findVariant } from './variants-repo.ts';

/** The mails with blocks for groups, for sending. Each variant is rendered once, when the first of its mails is sent. */
export const variantMails = {
  assign: assignVariants,
  slugs: async ({ database }: AppContext, schoolId: string, ids: readonly string[]) =>
    await findSlugs(database, schoolId, ids),
  mail: variantMail,
  keepPages: keepVariantPages,
};

async function variantMail(
  context: AppContext,
  schoolId: string,
  id: string,
): Promise<{ readonly html: string; readonly text: string }> {
  const { database } = context;
  const variant = await findVariant(database, schoolId, id);
  if (variant === null) throw notFound('Variant');
  if (variant.mail !== null)
    return { html: String(await decompress(variant.mail)), text: variant.mailText ?? '' };
  const kept = await findSource(database, schoolId, variant.editionId);
  if (kept?.source == null) throw notFound('Edition');
  const { source, publishedAt: date } = kept;
  const school = await loadSchool(database, schoolId);
  const all = await readersDocument(context, school, source);
  const hidden = groupBlocks(source).filter(({ name }) => !variant.blocks.includes(name));
  const document = withoutBlocks(all, new Set(hidden.map(({ name }) => name)));
  const { title } = source;
  const drawn = await mailOf(context, school, { title, document, date, slug: variant.slug });
  const mail = await compress(Buffer.from(drawn.mailHtml));
  await changeVariant(database, schoolId, id, { mail, mailText: drawn.mailText });
  return { html: drawn.mailHtml, text: drawn.mailText };
}
