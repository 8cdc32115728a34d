import type { ReactNode } from 'react';
import type { Design } from '#newsletter/designs/design.ts';
import type { LayoutType } from '#newsletter/document/document.ts';
import type { Section } from '#newsletter/document/sections.ts';
import type { Palette } from '#newsletter/values/branding.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './canvas.module.css';
import type { SheetSize } from './sheet-size.ts';

/** A section's ground, rules and columns, as the design has them. */
export function SectionFrame({
  section,
  layout,
  design,
  palette,
  size,
  isFirst,
  isRuled,
  hasColumnRules,
  children,
}: {
  section: Section;
  layout: LayoutType;
  design: Design;
  palette: Palette;
  size: SheetSize;
  isFirst: boolean;
  /** Whether there is a line above it. */
  isRuled: boolean;
  hasColumnRules: boolean;
  children: ReactNode;
}) {
  const { editing } = useTools();
  const tone = section.tint === null ? null : design.tones(palette)[section.tint];
  const line = (tone?.palette ?? palette).line;
  const style = {
    background: tone?.background ?? (design.cards === null ? undefined : design.sheet),
    borderRadius: design.cards?.radius,
    marginTop: design.cards?.gap,
    marginInline: size.cardMargin,
    '--rule': palette.text,
    '--column-rule': hasColumnRules ? `1px solid ${line}` : undefined,
  };
  return (
    <div
      className={classes.columns}
      style={style}
      data-ruled={isRuled || undefined}
      data-layout={section.isWide ? 'one_column' : layout}
      data-first={isFirst || undefined}
      data-apart={section.tint !== null || design.cards !== null || undefined}
      data-stacked={size.isStacked || undefined}
      data-turned={editing.isRightToLeft || undefined}
    >
      {children}
    </div>
  );
}
