import { z } from 'zod';
import { defineBlock, strict } from '#newsletter/document/block.ts';
import { mjml } from '#newsletter/render/mjml.ts';

export const DIVIDER_STYLES = ['solid', 'dashed'] as const;

/** A line across the column. */
export const divider = defineBlock({
  type: 'divider',
  label: 'Divider',
  schema: strict({ style: z.enum(DIVIDER_STYLES, 'Not a known style') }),
  defaults: () => ({ style: 'solid' as const }),
  toMjml(value, { design, palette, padding }) {
    const style = value.style === 'dashed' ? 'dashed' : 'solid';
    const { colour, width } = design.divider(palette);
    return mjml`<mj-divider padding="${padding}" border-style="${style}" border-width="${width}px" border-color="${colour}" css-class="${colour === palette.accent.background ? 'd-own' : 'd-rule'}" />`;
  },
  toText: () => '----------',
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: true,
    isOfOneIssue: false,
    height: () => 20,
    words: null,
    files: null,
    rows: null,
    recommendations: null,
    filling: null,
  },
});
