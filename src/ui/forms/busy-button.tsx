import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, type MouseEventHandler, type ReactNode, useRef } from 'react';
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
 * focusable (a disabled one would lose the focus) and ignores further clicks, those too that come before it is drawn busy.
 */
export function BusyButton({
  busy,
  busyLabel,
  children,
  type = 'submit',
  onClick,
  ...rest
}: BusyButtonProps) {
  const isPressed = useRef(false);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || isPressed.current) {
      event.preventDefault();
      return;
    }
    isPressed.current = true;
    // What this press begins is told in the next task, and drawn at once: the task after it is late enough.
    setTimeout(() => {
      setTimeout(() => {
        isPressed.current = false;
      });
    });
    onClick?.(event);
  };
  return (
    <Button {...rest} type={type} aria-disabled={busy || undefined} onClick={press}>
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
