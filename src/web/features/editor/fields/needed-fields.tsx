import { useEffect, useState } from 'react';
import type { Block } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import classes from './field-editor.module.css';

/** Says which fields keep Save changes from being pressed. Its line is always there, so that nothing moves. */
export function NeededFields({
  id,
  label,
  block,
  problems,
  isUploading,
}: {
  id: string;
  /** The block's, as the canvas has it. */
  label: string;
  block: Block;
  problems: Readonly<Record<string, string>>;
  /** Files of the block are on their way; saving waits for them. */
  isUploading: boolean;
}) {
  const [needed, setNeeded] = useState('');
  useEffect(() => {
    const say = () => {
      const names = new Set(Object.keys(problems).map((path) => nameOf(block, label, path)));
      setNeeded(names.size === 0 ? '' : `Still needed: ${[...names].join(', ')}`);
    };
    say();
    // Nothing is searched at each keystroke of a finished block.
    const fields = Object.keys(problems).length === 0 ? null : document.querySelector('[data-fields]');
    if (fields === null) return;
    // The fields of a block type are loaded with its first block.
    const observer = new MutationObserver(say);
    observer.observe(fields, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [block, label, problems]);
  return (
    <p id={id} className={classes.needed} role="status">
      {isUploading ? 'Waiting for the upload' : needed}
    </p>
  );
}

// As the field is labelled; words written on the page have no field in the form.
function nameOf(block: Block, called: string, path: string): string {
  const field = document.querySelector<HTMLElement>(`[data-fields] [data-path="${CSS.escape(path)}"]`);
  const label = field instanceof HTMLInputElement ? field.labels?.[0] : field?.querySelector('legend, label');
  const shown = label?.textContent ?? field?.ariaLabel;
  const written = textsOf(block).find((text) => text.path === path)?.label;
  return shown || written || called;
}
