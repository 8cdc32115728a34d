import type { SlotStyle } from '#newsletter/render/compile-block.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';

/** All that a block's rendering depends on besides the block. */
export interface RenderTarget {
  readonly school: SchoolBranding;
  /** Width of the content, in pixels. */
  readonly width: number;
  readonly target: 'page' | 'mail';
  /** The year of the issue. */
  readonly year?: string;
  readonly today?: string;
  /** The part that comes from its slot. */
  readonly slotStyle: SlotStyle;
}
