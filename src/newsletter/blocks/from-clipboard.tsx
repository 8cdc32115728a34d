import { offeredEvents } from '#newsletter/blocks/event/pasted-events.tsx';
import { tableFromClipboard } from '#newsletter/blocks/table/from-clipboard.tsx';
import type { BlockType, BlockValues } from '#newsletter/document/document.ts';
import type { Clipboard, OfferedRows, PastedValue } from './block-editor.ts';

/** The value that a type makes from a clipboard; null if the content does not suit the type. Loaded with the first paste. */
export const FROM_CLIPBOARD: {
  readonly [Type in BlockType]?: (data: Clipboard) => PastedValue<BlockValues[Type]> | null;
} = { table: tableFromClipboard };

/** The types' offers to make a block from lines that were pasted as text. */
export const OFFERED_ROWS: { readonly [Type in BlockType]?: OfferedRows<BlockValues[Type]> } = {
  event: offeredEvents,
};
