import type { Block } from '#newsletter/document/document.ts';
import { type PictureOf, picturesOf } from '#newsletter/document/traits.ts';
import { smallPictureNote } from '#newsletter/values/small-picture.ts';
import { quoted, type RuleFinding, type Scope } from './finding.ts';

/** Pictures need a description, or must be marked as decorative. */

/** File names as given by cameras, scanners and phones. */
const FILE_NAME =
  /^\S+\.(?:jpe?g|png|gif|webp|avif|heic|svg)$|^(?:img|dsc[nf]?|pxl|scan|screenshot|photo|image)[-_ ]?\d[\w -]*$/i;

/** Finds pictures without a description, with a file name as description, or with too few pixels to look sharp. */
export function checkPictures({ blocks, widths }: Scope): RuleFinding[] {
  return blocks.flatMap((block) =>
    picturesOf(block).flatMap((picture) => [
      ...checkPicture(block, picture),
      ...checkSize(block, picture, widths.get(picture.address)),
    ]),
  );
}

function checkSize(block: Block, { label, path }: PictureOf, width = 0): RuleFinding[] {
  const note = smallPictureNote(width);
  return note === null ? [] : [{ rule: 'picture-small', block, path, message: `${label}: ${note}` }];
}

function checkPicture(block: Block, { alt, path, label, describe }: PictureOf): RuleFinding[] {
  if (alt === null || alt === undefined) {
    const message = `${label} has no description yet. People who cannot see it do not learn what it shows.`;
    return [
      { rule: 'alt-missing', block, path, message, fix: { label: 'It is decorative', block: describe('') } },
    ];
  }
  if (!FILE_NAME.test(alt.trim())) return [];
  const message = `${quoted(alt)} is the name of a file. Say what the picture shows.`;
  return [{ rule: 'alt-file-name', block, path, message }];
}
