import type { Block } from '../document.ts';
import { type Found, quoted, type Scope } from './finding.ts';

/** Pictures say what they show, or that there is nothing to say. */

/** What a camera, a scanner or a phone calls its pictures. */
const FILE_NAME =
  /^\S+\.(?:jpe?g|png|gif|webp|avif|heic|svg)$|^(?:img|dsc[nf]?|pxl|scan|screenshot|photo|image)[-_ ]?\d[\w -]*$/i;

/** Pictures without a description, or with a file's name in its place. Not bound to a language. */
export function checkPictures({ blocks }: Scope): Found[] {
  return blocks.flatMap((block) => {
    if (block.type === 'image') {
      const { value } = block;
      return checkPicture(block, value.alt, 'alt', 'This picture', () => ({
        ...block,
        value: { ...value, alt: '' },
      }));
    }
    if (block.type !== 'image_group') return [];
    const { images } = block.value;
    return images.flatMap((image, index) =>
      checkPicture(block, image.alt, `images.${index}.alt`, `Picture ${index + 1} of this group`, () => ({
        ...block,
        value: { images: images.with(index, { ...image, alt: '' }) },
      })),
    );
  });
}

function checkPicture(
  block: Block,
  alt: string | null | undefined,
  path: string,
  what: string,
  decorative: () => Block,
): Found[] {
  if (alt === null || alt === undefined) {
    const message = `${what} has no description yet. People who cannot see it do not learn what it shows.`;
    return [
      { rule: 'alt-missing', block, path, message, fix: { label: 'It is decorative', block: decorative() } },
    ];
  }
  if (!FILE_NAME.test(alt.trim())) return [];
  const message = `${quoted(alt)} is the name of a file. Say what the picture shows.`;
  return [{ rule: 'alt-file-name', block, path, message }];
}
