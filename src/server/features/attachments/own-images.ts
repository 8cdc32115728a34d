import { and, eq, inArray, isNull } from 'drizzle-orm';
import { IMAGE_TYPES } from '#contract/files.ts';
import { FILES_PATH } from '#contract/rules/stored-files.ts';
import type { AppContext } from '#server/context.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';
import { storedPath } from '#server/platform/files/own-addresses.ts';
import type { FileOwner } from './repo.ts';

/** The path of an image that the school uploaded, or the person before they had a school; null for anything else. */
export async function ownImagePath(
  context: AppContext,
  owner: FileOwner,
  address: string,
): Promise<string | null> {
  const path = storedPath(address, context.config.publicUrl);
  if (!path.startsWith(FILES_PATH)) return null;
  const mine =
    owner.schoolId === null
      ? and(eq(attachments.userId, owner.personId), isNull(attachments.schoolId))
      : eq(attachments.schoolId, owner.schoolId);
  const [found] = await context.database
    .orm()
    .select({ key: attachments.key })
    .from(attachments)
    .where(
      and(
        eq(attachments.key, path.slice(FILES_PATH.length)),
        inArray(attachments.contentType, IMAGE_TYPES),
        mine,
      ),
    );
  return found === undefined ? null : FILES_PATH + found.key;
}

/** A stored image's width divided by its height; null if unknown. `path` comes from `ownImagePath`. */
export async function imageAspect(context: AppContext, path: string): Promise<number | null> {
  const [found] = await context.database
    .orm()
    .select({ width: attachments.width, height: attachments.height })
    .from(attachments)
    .where(eq(attachments.key, path.slice(FILES_PATH.length)));
  return found?.width && found.height ? found.width / found.height : null;
}

/** Gives a new school the files that its owner uploaded before it existed. */
export async function claimFiles(
  context: AppContext,
  owner: { readonly personId: string; readonly schoolId: string },
): Promise<void> {
  await context.database
    .orm()
    .update(attachments)
    .set({ schoolId: owner.schoolId })
    .where(and(eq(attachments.userId, owner.personId), isNull(attachments.schoolId)));
}
