import type { BlockType } from '../document.ts';
import { attendanceEditor } from './attendance/editor.tsx';
import type { BlockEditor } from './block-editor.ts';
import { boxedTextEditor } from './boxed_text/editor.tsx';
import { buttonEditor } from './button/editor.tsx';
import { dividerEditor } from './divider/editor.tsx';
import { downloadEditor } from './download/editor.tsx';
import { eventEditor } from './event/editor.tsx';
import { footerEditor } from './footer/editor.tsx';
import { headingEditor } from './heading/editor.tsx';
import { imageEditor } from './image/editor.tsx';
import { imageGroupEditor } from './image_group/editor.tsx';
import { socialMediaEditor } from './social_media/editor.tsx';
import { textEditor } from './text/editor.tsx';
import { videoEditor } from './video/editor.tsx';

/** The React half of each block type, in the picker's order. A type that is left out does not compile. */
export const EDITORS: { readonly [Type in BlockType]: BlockEditor<Type> } = {
  heading: headingEditor,
  text: textEditor,
  boxed_text: boxedTextEditor,
  divider: dividerEditor,
  image: imageEditor,
  image_group: imageGroupEditor,
  video: videoEditor,
  social_media: socialMediaEditor,
  button: buttonEditor,
  attendance: attendanceEditor,
  download: downloadEditor,
  event: eventEditor,
  footer: footerEditor,
};
