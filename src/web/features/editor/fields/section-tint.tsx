import { memo, useId } from 'react';
import type { Tint } from '#newsletter/document/block.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { isAtFoot } from '#newsletter/document/traits.ts';
import { useEditor, useTools } from '#web/features/editor/editor-context.tsx';
import { tintBehind } from '#web/features/editor/state/editor-state.ts';
import { act } from '#web/features/editor/state/editor-store.ts';
import classes from './section-tint.module.css';

const CHOICES: readonly { readonly tint: Tint | null; readonly words: string }[] = [
  { tint: null, words: 'None' },
  { tint: 'soft', words: 'Soft' },
  { tint: 'bold', words: 'Bold' },
];

/** The colour behind a block: behind it alone where it spans the newsletter, else behind the columns that it stands in. */
export const SectionTint = memo(function SectionTint({ name }: { name: string }) {
  const { editing } = useTools();
  const document = useEditor((state) => state.document);
  const group = useId();
  const block = findBlock(document, name);
  if (block === null || isAtFoot(block)) return null;
  const isWide = document.columns.length === 1 || block.wide === true;
  return (
    <fieldset className={classes.tint}>
      <legend className="mantine-InputWrapper-label">
        {isWide ? 'Colour behind this block' : 'Colour behind these columns'}
      </legend>
      <div className={classes.choices}>
        {CHOICES.map(({ tint, words }) => (
          <label key={words} className={classes.choice}>
            <input
              type="radio"
              className="visually-hidden"
              name={group}
              checked={(block.tint ?? null) === tint}
              onChange={() => act(editing.store, tintBehind, name, tint)}
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
});
