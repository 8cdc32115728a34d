import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import classes from './api.module.css';

interface CardFormProps {
  /** The form's props: see `useSchemaForm`. */
  readonly props: ComponentProps<'form'>;
  /** The offer to restore typed values: see `useUnsavedValues`. */
  readonly offer: ReactNode;
  readonly button: string;
  readonly busy: boolean;
  readonly busyLabel: string;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A form on a card: its fields, the button that sends it, and Cancel. */
export function CardForm({ props, offer, button, busy, busyLabel, onCancel, children }: CardFormProps) {
  return (
    <form {...props} className={classes.form}>
      {offer}
      {children}
      <div className={classes.answers}>
        <BusyButton size="sm" busy={busy} busyLabel={busyLabel}>
          {button}
        </BusyButton>
        <Button variant="default" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
