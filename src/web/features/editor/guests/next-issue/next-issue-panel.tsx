import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconX } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import type { Block } from '#newsletter/document/document.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import panel from '#web/features/editor/fields/field-editor.module.css';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { CarriedBlock, KeepButton } from './carried-block.tsx';
import { keepBlock, keepBlocks, nothingRemainsWords } from './carried-over-blocks.ts';
import { closeNotice } from './is-notice-open.ts';
import classes from './next-issue-panel.module.css';
import { usePastDates, useUntouched } from './use-carried-over.ts';

const TITLES = {
  issue: (day: string) => `From ${day}`,
  examples: () => 'Examples',
  both: (day: string) => `Examples, and from ${day}`,
} as const;

/** A panel with the blocks that are still as in the issue before, beside the canvas while no block is selected. */
export function NextIssuePanel() {
  const { editing } = useTools();
  const { from } = useUntouched();
  // Takes the focus from a button that is removed with its row.
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <aside className={panel.panel} data-region="form" aria-labelledby="next-issue-title">
      <div className={panel.head}>
        <IconCopy size={22} stroke={1.75} aria-hidden="true" />
        <h2 id="next-issue-title" ref={title} tabIndex={-1} className={panel.title}>
          {TITLES[from.kind](from.day)}
        </h2>
        <ActionIcon aria-label="Close" data-closes="" onClick={() => closeNotice(editing)}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
      <div className={panel.body}>
        <PastDates />
        <Untouched title={title} />
      </div>
    </aside>
  );
}

function PastDates() {
  const { past, words, them, remove, leave } = usePastDates();
  if (past.length === 0) return null;
  return (
    <section className={classes.over} aria-labelledby="over-title">
      <h3 id="over-title" className={classes.overTitle}>
        {words}
      </h3>
      <ul className={classes.dates}>
        {past.map(({ block, row, title, date }) => (
          <li key={`${block} ${row}`}>
            {title}, {formatWeekday(date)}
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button size="sm" onClick={remove}>
          Remove {them}
        </Button>
        <Button variant="subtle" size="sm" onClick={leave}>
          Leave {them}
        </Button>
      </div>
    </section>
  );
}

function Untouched({ title }: { title: RefObject<HTMLElement | null> }) {
  const { editing } = useTools();
  const { untouched, from, words, ofDates } = useUntouched();
  if (untouched.length === 0) return <p className={classes.lead}>{nothingRemainsWords(from)}</p>;
  return (
    <>
      <p className={classes.lead}>{words}. Change what is marked, or keep it as it is.</p>
      {ofDates !== null && <p className={classes.lead}>{ofDates}</p>}
      {untouched.length > 1 && (
        <Button
          variant="default"
          size="sm"
          className={classes.all}
          onClick={() => {
            keepBlocks(editing, untouched);
            title.current?.focus();
          }}
        >
          Keep all {untouched.length}
        </Button>
      )}
      <ul className={classes.list}>
        {untouched.map((block) => (
          <Row
            key={block.name}
            block={block}
            onGo={() => selectBlock(editing, block.name, 'end')}
            onKeep={() => {
              keepBlock(editing, block);
              title.current?.focus();
            }}
          />
        ))}
      </ul>
    </>
  );
}

function Row({ block, onKeep, onGo }: { block: Block; onKeep: () => void; onGo: () => void }) {
  return (
    <li className={classes.row}>
      <button type="button" className={classes.block} onClick={onGo}>
        <span className="visually-hidden">Go to </span>
        <CarriedBlock block={block} />
      </button>
      <KeepButton block={block} onClick={onKeep} />
    </li>
  );
}
