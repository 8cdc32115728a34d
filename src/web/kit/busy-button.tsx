import { Button, type ButtonProps } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';
import classes from './busy-button.module.css';

interface BusyButtonProps extends ButtonProps {
  busy: boolean;
  /** Says what is going on: 'Publishing…'. */
  busyLabel: string;
  children: ReactNode;
  type?: 'button' | 'submit';
  onClick?: MouseEventHandler<HTMLButtonElement>;
}

/**
 * A button of an action that takes time: a spinner and another label while it lasts, in the same width. It stays
 * focusable (a disabled one would lose the focus) and ignores further clicks.
 */
export function BusyButton({
  busy,
  busyLabel,
  children,
  type = 'submit',
  onClick,
  ...rest
}: BusyButtonProps) {
  return (
    <Button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={classes.labels}>
        <span className={busy ? classes.hidden : classes.shown} aria-hidden={busy}>
          {children}
        </span>
        <span className={busy ? classes.shown : classes.hidden} aria-hidden={!busy}>
          <span className={classes.spinner} />
          {busyLabel}
        </span>
      </span>
    </Button>
  );
}
