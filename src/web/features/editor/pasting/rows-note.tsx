import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Block } from '#newsletter/document/document.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { useRight } from '#web/features/editor/parts/own-blocks.ts';
import classes from './rows-note.module.css';

/** Until the words rest, in milliseconds. */
const REST = 300;

interface Found {
  readonly block: string;
  readonly words: string;
  readonly action: string;
  readonly make: () => void;
}

/** Says that lines of a block look like rows, as long as they do, and makes them: the message that says so is soon gone. */
export function RowsNote({ block }: { block: Block }) {
  const { editing } = useTools();
  const mayAdd = useRight(block.name) === 'arrange';
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isNewest = true;
    const look = async () => {
      const { makeRows, rowsOfBlock } = await import('./offer-rows.ts');
      const rows = rowsOfBlock(editing, block);
      const next = rows && {
        block: block.name,
        words: rows.offered.words(rows.lines.length),
        action: rows.offered.action,
        make: () => makeRows(editing, rows),
      };
      if (isNewest) setFound(next);
    };
    // Without the code, nothing is offered.
    const timer = setTimeout(() => look().catch(() => undefined), REST);
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [editing, block]);
  if (!mayAdd || found?.block !== block.name) return null;
  return (
    <div className={classes.note}>
      <p>{found.words}.</p>
      <Button variant="default" size="sm" onClick={found.make}>
        {found.action}
      </Button>
    </div>
  );
}
