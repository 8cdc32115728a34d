import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Block } from '#newsletter/document/document.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useRight } from '#web/features/editor/kernel/use-right.ts';
import { makeRows, type RowsInText, rowsOfBlock } from './offer-rows.ts';
import classes from './rows-note.module.css';

/** The pause in typing before lines are checked, in milliseconds. */
const REST = 300;

/** Offers to make rows as long as a block has lines that look like rows; the toast that offers the same soon disappears. */
export function RowsNote({ block }: { block: Block }) {
  const { editing } = useTools();
  const mayAdd = useRight(block.name) === 'arrange';
  const [found, setFound] = useState<RowsInText | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setFound(rowsOfBlock(editing, block)), REST);
    return () => clearTimeout(timer);
  }, [editing, block]);
  if (!mayAdd || found?.block !== block.name) return null;
  const { offered, lines } = found;
  return (
    <div className={classes.note}>
      <p>{offered.words(lines.length)}.</p>
      <Button variant="default" size="sm" onClick={() => makeRows(editing, found)}>
        {offered.action}
      </Button>
    </div>
  );
}
