import { Button } from '@mantine/core';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import type { Block } from '#newsletter/document/document.ts';
import { useBlockLabel } from '#web/features/editor/canvas/block-labels.ts';
import classes from './carried-block.module.css';
import { wordsOf } from './carried-over-blocks.ts';

/** What a block of the issue before is called, and its first words. */
export function CarriedBlock({ block }: { block: Block }) {
  const { icon: Icon } = EDITORS[block.type];
  return (
    <>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <span className={classes.name}>
        <strong>{useBlockLabel(block.name)}</strong> <span className={classes.words}>{wordsOf(block)}</span>
      </span>
    </>
  );
}

/** Keeps a block as it is. */
export function KeepButton({ block, onClick }: { block: Block; onClick: () => void }) {
  return (
    <Button variant="default" size="sm" aria-label={`Keep: ${useNameOf(block)}`} onClick={onClick}>
      Keep
    </Button>
  );
}

/** 'Text 2, Dear families', for buttons that stand in every row. */
export function useNameOf(block: Block): string {
  return [useBlockLabel(block.name), wordsOf(block)].filter((part) => part !== '').join(', ');
}
