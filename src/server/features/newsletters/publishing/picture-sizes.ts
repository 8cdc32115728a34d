import { FILES_PATH } from '#contract/rules/stored-files.ts';
import { copyNames, type PictureSize } from '#newsletter/render/picture-copies.ts';
import { findFilesByKey } from '#server/data/attachments.ts';
import type { Database } from '#server/platform/db/client.ts';

/** The sizes in pixels and the copies of the school's own pictures among these addresses, by address. */
export async function pictureSizes(
  database: Database,
  schoolId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, PictureSize>> {
  const own = addresses.filter((address) => address.startsWith(FILES_PATH));
  if (own.length === 0) return new Map();
  const keys = own.map((address) => address.slice(FILES_PATH.length));
  const found = await findFilesByKey(database, schoolId, keys);
  return new Map(
    found.flatMap(({ key, contentType, width, height }) =>
      width && height ? [[FILES_PATH + key, sizeOf({ contentType, width, height })] as const] : [],
    ),
  );
}

function sizeOf(picture: {
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
}): PictureSize {
  const { contentType, width, height } = picture;
  return { width, height, copies: copyNames(picture), isDrawing: contentType === 'image/png' };
}
