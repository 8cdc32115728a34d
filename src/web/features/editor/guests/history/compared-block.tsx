import { Button } from '@mantine/core';
import { IconArrowsExchange, IconMinus, IconPencil, IconPlus, IconRestore } from '@tabler/icons-react';
import { useRef } from 'react';
import type { BlockAuthor } from '#contract/history.ts';
import type { Block } from '#newsletter/document/document.ts';
import type { SlotStyle } from '#newsletter/render/compile-block.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { Side } from '#web/features/editor/kernel/state/sides.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { formatTime, formatWeekdayAndTime } from '#web/words/dates.ts';
import classes from './compared-block.module.css';
import { useCompared } from './compared-context.ts';
import type { Mark } from './comparison.ts';
import { useComparedBlock } from './use-compared-block.ts';
import { changeId } from './use-steps.ts';

/** One block of a comparison: its rendering, framed and with a mark that says how it differs. */
export function ComparedBlock({
  block,
  side,
  width,
  slotStyle,
}: {
  block: Block;
  side: 'only' | 'wide' | Side | 'foot';
  width: number;
  slotStyle: SlotStyle;
}) {
  const { editing, school } = useTools();
  const { comparison, current, isBeside } = useCompared();
  const mark = comparison.marks.get(block.name) ?? null;
  const host = useRef<HTMLDivElement>(null);
  const hasFailed = useComparedBlock(host, block, mark, { school, width, slotStyle });
  return (
    <li
      id={mark === null ? undefined : changeId(mark.index)}
      className={classes.block}
      data-side={side}
      data-how={mark?.kind}
      data-current={(mark !== null && mark.index === current) || undefined}
    >
      {mark !== null && !isBeside && <MarkNote mark={mark} />}
      <div className={classes.frame}>
        <div
          ref={host}
          className={classes.drawn}
          lang={school.language}
          dir={editing.isRightToLeft ? 'rtl' : undefined}
          data-drawn=""
        />
        {hasFailed && (
          <p className={classes.failed}>
            This block cannot be drawn just now.{' '}
            <button type="button" onClick={() => editing.blockRenderer.retry()}>
              Try again
            </button>
          </p>
        )}
      </div>
      {mark !== null && isBeside && (
        <div className={classes.gutter}>
          <MarkNote mark={mark} />
        </div>
      )}
    </li>
  );
}

// 'Ivy Walker, 14:02', or on another day 'Ivy Walker, Thu 1 Oct, 14:02'.
function authorWords({ person_name, at }: BlockAuthor, zone: string): string {
  const isToday = dayIn(zone, new Date(at)) === dayIn(zone, new Date());
  const when = isToday ? formatTime(at, zone) : formatWeekdayAndTime(at, zone);
  return person_name === null ? when : `${person_name}, ${when}`;
}

const ICONS = {
  added: IconPlus,
  changed: IconPencil,
  moved: IconArrowsExchange,
  removed: IconMinus,
} as const;

function MarkNote({ mark }: { mark: Mark }) {
  const { school } = useTools();
  const { comparison, authors, current, goTo, onRestore, isBeside } = useCompared();
  const Icon = ICONS[mark.kind];
  const isCurrent = mark.index === current;
  const isPlain = mark.detail === '' || mark.kind === 'moved';
  const seen = `${mark.word}${isPlain ? '' : ':'} ${mark.detail}`.trim();
  const change = comparison.changes[mark.index];
  const author = authors.get(change?.block ?? '');
  const by = author === undefined ? '' : authorWords(author, school.time_zone);
  return (
    <div className={isBeside ? classes.note : classes.line}>
      <button
        type="button"
        className={isBeside ? classes.mark : classes.lineMark}
        aria-current={isCurrent || undefined}
        // The accessible name begins with the visible words.
        aria-label={`${[seen, by].filter(Boolean).join(' ')} (${change?.words ?? ''})`}
        onClick={() => goTo(mark.index)}
      >
        <span className={classes.word}>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          {isPlain ? mark.word : `${mark.word}:`}
        </span>
        {mark.detail !== '' && <span> {mark.detail}</span>}
        {by !== '' && <span className={classes.by}> {by}</span>}
      </button>
      {isCurrent && mark.kind !== 'added' && change !== undefined && onRestore !== null && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconRestore size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => onRestore(change)}
        >
          Restore block
        </Button>
      )}
    </div>
  );
}
