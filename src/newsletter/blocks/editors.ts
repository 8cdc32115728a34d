import { attendanceEditor } from '#newsletter/blocks/attendance/editor.tsx';
import { boxedTextEditor } from '#newsletter/blocks/boxed_text/editor.tsx';
import { buttonEditor } from '#newsletter/blocks/button/editor.tsx';
import { diaryEditor } from '#newsletter/blocks/diary/editor.tsx';
import { dividerEditor } from '#newsletter/blocks/divider/editor.tsx';
import { downloadEditor } from '#newsletter/blocks/download/editor.tsx';
import { eventEditor } from '#newsletter/blocks/event/editor.tsx';
import { footerEditor } from '#newsletter/blocks/footer/editor.tsx';
import { headingEditor } from '#newsletter/blocks/heading/editor.tsx';
import { imageEditor } from '#newsletter/blocks/image/editor.tsx';
import { imageGroupEditor } from '#newsletter/blocks/image_group/editor.tsx';
import { socialMediaEditor } from '#newsletter/blocks/social_media/editor.tsx';
import { tableEditor } from '#newsletter/blocks/table/editor.tsx';
import { textEditor } from '#newsletter/blocks/text/editor.tsx';
import { videoEditor } from '#newsletter/blocks/video/editor.tsx';
import type { BlockType } from '#newsletter/document/document.ts';
import type { BlockEditor } from './block-editor.ts';

/** The React half of each block type, in the picker's order. A missing type is a compile error. */
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
  table: tableEditor,
  diary: diaryEditor,
};
