import { offeredEvents } from '#newsletter/blocks/event/pasted-events.tsx';
import { tableFromClipboard } from '#newsletter/blocks/table/from-clipboard.tsx';
import type { BlockType, BlockValues } from '#newsletter/document/document.ts';
import type { Clipboard, OfferedRows, PastedValue } from './block-editor.ts';

/** The value that something on a clipboard becomes; null if it is nothing for this type. Loaded with the first paste. */
export const FROM_CLIPBOARD: {
  readonly [Type in BlockType]?: (data: Clipboard) => PastedValue<BlockValues[Type]> | null;
} = { table: tableFromClipboard };

/** What types offer to make of lines that were pasted as words. */
export const OFFERED_ROWS: { readonly [Type in BlockType]?: OfferedRows<BlockValues[Type]> } = {
  event: offeredEvents,
};
