import { FILES_PATH } from '#contract/files.ts';
import type { StoredBlock } from '#newsletter/document.ts';
import type { Picture } from '#newsletter/picture.ts';

/** Own files stand in the database as paths and leave as absolute addresses, so that the server can move. */

/** Blocks with the addresses of own files as paths. */
export function withPaths(code: readonly StoredBlock[], publicUrl: string): StoredBlock[] {
  const absolute = publicUrl + FILES_PATH;
  const path = (address: string) =>
    address.startsWith(absolute) ? address.slice(publicUrl.length) : address;
  const picture = ({ crop, ...shown }: Picture): Picture => ({
    ...shown,
    url: path(shown.url),
    ...(crop && { crop: { ...crop, original: path(crop.original) } }),
  });
  return code.map((block) => {
    if (block.type === 'image') return { ...block, value: picture(block.value) };
    if (block.type === 'download') return { ...block, value: { ...block.value, url: path(block.value.url) } };
    if (block.type === 'image_group') {
      return { ...block, value: { ...block.value, images: block.value.images.map(picture) } };
    }
    if (block.type !== 'video') return block;
    const { poster } = block.value;
    return {
      ...block,
      value: {
        ...block.value,
        url: path(block.value.url),
        ...(poster === undefined ? {} : { poster: path(poster) }),
      },
    };
  });
}

/** The keys under which a block, of whatever version, has the address of a file. */
const ADDRESS_KEYS: ReadonlySet<string> = new Set(['url', 'poster', 'original']);

/** Stored blocks with the paths of own files as addresses. */
export function withAddresses(code: readonly unknown[], publicUrl: string): unknown[] {
  return code.map((block) => absolute(block, publicUrl));
}

function absolute(value: unknown, publicUrl: string): unknown {
  if (Array.isArray(value)) return value.map((item) => absolute(item, publicUrl));
  if (typeof value !== 'object' || value === null) return value;
  const change = (key: string, inner: unknown) =>
    ADDRESS_KEYS.has(key) && typeof inner === 'string' && inner.startsWith(FILES_PATH)
      ? publicUrl + inner
      : absolute(inner, publicUrl);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(key, inner)]));
}

/** A rendering with absolute addresses. Quotes in text are written as entities, so only attributes are touched. */
export function absoluteBody(body: string, publicUrl: string): string {
  return body.replace(/="\/(?=(?:files|assets|fonts|published)\/|favicon)/g, () => `="${publicUrl}/`);
}
