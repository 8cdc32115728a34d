import { z } from 'zod';
import { defineBlock, none, strict, withoutFiles } from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';

export const DIVIDER_STYLES = ['solid', 'dashed'] as const;

/** A line across the column. */
export const divider = defineBlock({
  type: 'divider',
  label: 'Divider',
  schema: strict({ style: z.enum(DIVIDER_STYLES, 'Not a known style') }),
  defaults: () => ({ style: 'solid' as const }),
  toMjml(value, { padding }) {
    const style = value.style === 'dashed' ? 'dashed' : 'solid';
    return mjml`<mj-divider padding="${padding}" border-style="${style}" border-width="2px" border-color="#c3cac6" />`;
  },
  toText: () => '----------',
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: true,
    height: () => 20,
    texts: none,
    links: none,
    pictures: none,
    colours: none,
    dates: none,
    inheritedText: () => null,
    cover: () => null,
    emptyFields: none,
    mapFiles: withoutFiles,
  },
});
