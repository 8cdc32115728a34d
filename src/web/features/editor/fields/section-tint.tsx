import { memo } from 'react';
import { isAtFoot } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { Choice } from '#ui/forms/choice.tsx';
import { tintBehind } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './section-tint.module.css';

const TINTS = [
  { value: 'none', words: 'None' },
  { value: 'soft', words: 'Soft' },
  { value: 'bold', words: 'Bold' },
] as const;

/** The colour behind a block: behind it alone if it spans the newsletter, otherwise behind the columns that it is in. */
export const SectionTint = memo(function SectionTint({ name }: { name: string }) {
  const { editing } = useTools();
  const document = useEditor((state) => state.document);
  const block = findBlock(document, name);
  if (block === null || isAtFoot(block)) return null;
  const isWide = document.columns.length === 1 || block.wide === true;
  return (
    <div className={classes.tint}>
      <Choice
        label={isWide ? 'Colour behind this block' : 'Colour behind these columns'}
        isLabelled
        options={TINTS}
        value={block.tint ?? 'none'}
        onChange={(tint) => act(editing.store, tintBehind, name, tint === 'none' ? null : tint)}
      />
    </div>
  );
});
