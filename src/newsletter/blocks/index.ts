import { attendance } from './attendance/block.ts';
import { boxedText } from './boxed_text/block.ts';
import { button } from './button/block.ts';
import { divider } from './divider/block.ts';
import { download } from './download/block.ts';
import { event } from './event/block.ts';
import { footer } from './footer/block.ts';
import { heading } from './heading/block.ts';
import { image } from './image/block.ts';
import { imageGroup } from './image_group/block.ts';
import { socialMedia } from './social_media/block.ts';
import { text } from './text/block.ts';
import { video } from './video/block.ts';

/** All block types by their type, in the picker's order. Its React half is `editors.ts`. */
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
} as const;
