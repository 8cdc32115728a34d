import { and, eq, inArray } from 'drizzle-orm';
import { FILES_PATH } from '#contract/files.ts';
import type { PictureSize } from '#newsletter/render/page-pictures.ts';
import type { Database } from '#server/platform/db/client.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';

/** How large the school's own pictures among these addresses are, by address. */
export async function pictureSizes(
  database: Database,
  schoolId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, PictureSize>> {
  const own = addresses.filter((address) => address.startsWith(FILES_PATH));
  if (own.length === 0) return new Map();
  const keys = own.map((address) => address.slice(FILES_PATH.length));
  const found = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ key: attachments.key, width: attachments.width, height: attachments.height })
      .from(attachments)
      .where(and(eq(attachments.schoolId, schoolId), inArray(attachments.key, keys))),
  );
  return new Map(
    found.flatMap(({ key, width, height }) =>
      width && height ? [[FILES_PATH + key, { width, height }] as const] : [],
    ),
  );
}
