import { useEffect, useRef, useState } from 'react';
import type { Block } from '#newsletter/document/document.ts';
import { useOwnRenderer } from '#web/features/editor/canvas/use-own-renderer.ts';
import { useIssueDay } from '#web/features/editor/canvas/use-rendered-block.ts';
import { asEarlier, drawVersions, markedBody } from '#web/features/editor/comparing/draw-versions.ts';
import { MARK_RULES } from '#web/features/editor/comparing/mark-words.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { shadowOf, showFragment } from '#web/newsletter-ui/renderer/shadow-slot.ts';
import classes from './conflict-questions.module.css';

/** The width in which a side is drawn, in pixels. */
const WIDTH = 340;

/** One side of a conflict as families would see it, with the words marked that differ from the common base. */
export function SideBlock({ block, base }: { block: Block; base: Block | null }) {
  const host = useRef<HTMLSpanElement>(null);
  const { school } = useTools();
  const year = useIssueDay().slice(0, 4);
  const design = useEditor(({ document }) => document.design);
  const colours = useEditor(({ document }) => document.colours);
  const renderer = useOwnRenderer();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const { current: paper } = host;
    if (paper === null) return;
    const slotStyle = { design, colours, role: 'column' as const, tint: null };
    const as = { school, width: WIDTH, target: 'page' as const, year, slotStyle };
    return drawVersions(renderer, { now: block, was: base && asEarlier(base) }, as, (drawn) => {
      if (drawn === null) {
        setFailed(true);
        return;
      }
      const root = shadowOf(paper);
      showFragment(root, { styles: drawn.now.styles + MARK_RULES, body: markedBody(drawn) });
      showMarks(paper, root);
    });
  }, [renderer, block, base, school, year, design, colours]);
  if (hasFailed) return <span className={classes.value}>This could not be drawn.</span>;
  return <span ref={host} className={classes.paper} lang={school.language} data-drawn="" />;
}

// A long block is cut off: the differences have to be in sight.
function showMarks(paper: HTMLElement, root: ShadowRoot): void {
  const mark = root.querySelector('ins, del')?.getBoundingClientRect();
  if (mark === undefined) return;
  const { top, height } = paper.getBoundingClientRect();
  if (mark.bottom > top + height) paper.scrollTop += mark.top - top - height / 3;
}
