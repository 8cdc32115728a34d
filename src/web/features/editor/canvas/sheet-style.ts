import type { CSSProperties } from 'react';
import type { Design } from '#newsletter/designs/design.ts';
import type { Palette } from '#newsletter/values/branding.ts';
import { columnEdges, type SheetSize } from './sheet-size.ts';

/** The design's styles for the newsletter's sheet, for `canvas.module.css`. */
export function sheetStyle(design: Design, palette: Palette, size: SheetSize): CSSProperties {
  const edge = `${size.paddings.outer + size.cardMargin}px`;
  return {
    background: design.cards === null ? design.sheet : design.ground(palette),
    width: size.width,
    ...Object.fromEntries([
      ['--scale', size.scale],
      ['--outer', `${size.paddings.outer}px`],
      ['--start', edge],
      ['--end', edge],
      ['--padding', `${size.paddings.column}px`],
    ]),
  };
}

/** A column's distances from the sheet's edges, as custom properties. */
export function edgeStyle(size: SheetSize, column: number, isRightToLeft: boolean): CSSProperties {
  const { start, end } = columnEdges(size, column, isRightToLeft);
  return Object.fromEntries([
    ['--start', `${start}px`],
    ['--end', `${end}px`],
  ]);
}
