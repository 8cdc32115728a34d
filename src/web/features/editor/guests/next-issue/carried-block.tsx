import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import type { Block } from '#newsletter/document/document.ts';
import { useBlockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './carried-block.module.css';
import { carriedOverStore } from './carried-over.ts';
import { firstWordsOf, remainingWords } from './carried-over-blocks.ts';

/** The label and the first words of a block of the issue before. */
export function CarriedBlock({ block }: { block: Block }) {
  const { icon: Icon } = EDITORS[block.type];
  return (
    <>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <span className={classes.name}>
        <strong>{useBlockLabel(block.name)}</strong>{' '}
        <span className={classes.words}>{useWordsOf(block)}</span>
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

/** 'Text 2, Dear families', for buttons that every row has. */
export function useNameOf(block: Block): string {
  return [useBlockLabel(block.name), useWordsOf(block)].filter((part) => part !== '').join(', ');
}

/** Its first words, or the parts of it that are still an example. */
function useWordsOf(block: Block): string {
  const remaining = remainingWords(useStore(carriedOverStore(useTools().editing)), block);
  return remaining.length > 0 ? remaining.join('; ') : firstWordsOf(block);
}
