import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { keepBlock, nothingRemainsWords } from './carried-over-blocks.ts';
import { closeNotice } from './is-notice-open.ts';
import classes from './next-issue-notice.module.css';
import { usePastDates, useUntouched } from './use-carried-over.ts';

/**
 * A notice of the blocks that are still as in the issue before, with the actions for them, where there is no room for the
 * panel. It stays until somebody closes it.
 */
export function NextIssueNotice() {
  const { editing } = useTools();
  return (
    <section className={classes.notice} aria-label="Next issue">
      <PastDates />
      <Untouched />
      <ActionIcon className={classes.close} aria-label="Close" onClick={() => closeNotice(editing)}>
        <IconX size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </section>
  );
}

function Untouched() {
  const { editing } = useTools();
  const { untouched, from, words } = useUntouched();
  const selected = useEditor((state) => state.selected);
  const at = untouched.findIndex(({ name }) => name === selected);
  const next = untouched[(at + 1) % untouched.length];
  const current = untouched[at];
  if (next === undefined) return <p className={classes.part}>{nothingRemainsWords(from)}</p>;
  return (
    <div className={classes.part}>
      <p>{words}.</p>
      <Button variant="default" size="sm" onClick={() => selectBlock(editing, next.name, 'end')}>
        {current === undefined ? 'Show them' : 'Next'}
      </Button>
      {current !== undefined && (
        <Button
          variant="subtle"
          size="sm"
          onClick={() => {
            keepBlock(editing, current);
            selectBlock(editing, next === current ? null : next.name, 'end');
          }}
        >
          Keep it
        </Button>
      )}
    </div>
  );
}

function PastDates() {
  const { past, words, them, remove, leave } = usePastDates();
  if (past.length === 0) return null;
  return (
    <div className={classes.part}>
      <p title={past.map(({ title }) => title).join(', ')}>{words}.</p>
      <Button variant="default" size="sm" onClick={remove}>
        Remove {them}
      </Button>
      <Button variant="subtle" size="sm" onClick={leave}>
        Leave {them}
      </Button>
    </div>
  );
}
