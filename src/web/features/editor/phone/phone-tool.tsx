import type { ComponentProps } from 'react';
import type { BlockIcon } from '#newsletter/blocks/block-editor.ts';
import classes from './phone-tools.module.css';

/** A tool with its word below its icon. Accepts the props that a menu gives its target. */
export function PhoneTool({
  icon: Icon,
  words,
  label = words,
  opens,
  isFirst = false,
  isOff = false,
  onClick,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-haspopup'> & {
  icon: BlockIcon;
  words: string;
  /** The whole name, which contains the words. */
  label?: string;
  opens?: 'dialog';
  /** The tool that people look for most. */
  isFirst?: boolean;
  isOff?: boolean;
}) {
  return (
    <button
      {...rest}
      {...(opens && { 'aria-haspopup': opens })}
      type="button"
      className={classes.tool}
      aria-label={label}
      aria-disabled={isOff || undefined}
      data-first={isFirst || undefined}
      onClick={isOff ? undefined : onClick}
    >
      <Icon size={22} stroke={1.75} aria-hidden="true" />
      <span>{words}</span>
    </button>
  );
}
