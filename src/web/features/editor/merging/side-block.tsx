import { useEffect, useRef, useState } from 'react';
import type { Block } from '#newsletter/document/document.ts';
import { useOwnRenderer } from '#web/features/editor/canvas/use-own-renderer.ts';
import { useIssueDay } from '#web/features/editor/canvas/use-rendered-block.ts';
import { useEditor, useTools } from '#web/features/editor/editor-context.tsx';
import { MARK_RULES, markChangedWords } from '#web/features/editor/guests/history/mark-words.ts';
import { shadowOf, showFragment } from '#web/newsletter-ui/renderer/shadow-slot.ts';
import classes from './conflict-questions.module.css';

/** The width in which a side is drawn, in pixels. */
const WIDTH = 340;

/** One side of a conflict as families would see it, with the words marked that differ from what both began with. */
export function SideBlock({ block, base }: { block: Block; base: Block | null }) {
  const host = useRef<HTMLSpanElement>(null);
  const { school } = useTools();
  const year = useIssueDay().slice(0, 4);
  const design = useEditor(({ document }) => document.design);
  const colours = useEditor(({ document }) => document.colours);
  const renderer = useOwnRenderer();
  const before = useOwnRenderer();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const slotStyle = { design, colours, role: 'column' as const, tint: null };
    const as = { school, width: WIDTH, target: 'page' as const, year, slotStyle };
    Promise.all([renderer.render(block, as), base && before.render(base, as)]).then(
      ([fragment, was]) => {
        if (!isCurrent || fragment === null || host.current === null) return;
        const body = was === null ? fragment.body : markChangedWords(was.body, fragment.body);
        const root = shadowOf(host.current);
        showFragment(root, { styles: fragment.styles + MARK_RULES, body });
        showMarks(host.current, root);
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [renderer, before, block, base, school, year, design, colours]);
  if (hasFailed) return <span className={classes.value}>This could not be drawn.</span>;
  return <span ref={host} className={classes.paper} lang={school.language} data-drawn="" />;
}

// A long block is cut off: what differs is to be seen.
function showMarks(paper: HTMLElement, root: ShadowRoot): void {
  const mark = root.querySelector('ins, del')?.getBoundingClientRect();
  if (mark === undefined) return;
  const { top, height } = paper.getBoundingClientRect();
  if (mark.bottom > top + height) paper.scrollTop += mark.top - top - height / 3;
}
