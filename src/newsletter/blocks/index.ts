import { attendance } from '#newsletter/blocks/attendance/block.ts';
import { boxedText } from '#newsletter/blocks/boxed_text/block.ts';
import { button } from '#newsletter/blocks/button/block.ts';
import { diary } from '#newsletter/blocks/diary/block.ts';
import { divider } from '#newsletter/blocks/divider/block.ts';
import { download } from '#newsletter/blocks/download/block.ts';
import { event } from '#newsletter/blocks/event/block.ts';
import { footer } from '#newsletter/blocks/footer/block.ts';
import { heading } from '#newsletter/blocks/heading/block.ts';
import { image } from '#newsletter/blocks/image/block.ts';
import { imageGroup } from '#newsletter/blocks/image_group/block.ts';
import { socialMedia } from '#newsletter/blocks/social_media/block.ts';
import { table } from '#newsletter/blocks/table/block.ts';
import { text } from '#newsletter/blocks/text/block.ts';
import { video } from '#newsletter/blocks/video/block.ts';

/** All block definitions by type, in the picker's order. Their React halves are in `editors.ts`. */
export const BLOCKS = {
  heading,
  text,
  boxed_text: boxedText,
  divider,
  image,
  image_group: imageGroup,
  video,
  social_media: socialMedia,
  button,
  attendance,
  download,
  event,
  footer,
  table,
  diary,
} as const;
