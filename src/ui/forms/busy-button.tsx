import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, type MouseEventHandler, type ReactNode, useRef } from 'react';
import classes from './busy-button.module.css';

interface BusyButtonProps extends ButtonProps {
  busy: boolean;
  /** The label while busy: 'Publishing…'. */
  busyLabel: string;
  children: ReactNode;
  type?: 'button' | 'submit';
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  autoFocus?: boolean;
  onClick?: MouseEventHandler<HTMLButtonElement>;
}

/**
 * A button for a slow action. While busy it shows a spinner and another label at the same width. It stays focusable (a
 * disabled button would lose the focus) and ignores further clicks, also before it is rendered as busy.
 */
export function BusyButton({
  busy,
  busyLabel,
  children,
  type = 'submit',
  leftSection,
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
    // The action sets `busy` in the next task, which renders at once. The task after that is late enough.
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
          {/* Beside the label, wherever it is within the width of the longer label. */}
          {leftSection}
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
