import { Checkbox, Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import classes from './auth-panel.module.css';

interface StepProps {
  readonly title: string;
  readonly lead: string;
  /** The field. */
  readonly children?: ReactNode;
  /** The props of the checkbox. */
  readonly trust: object;
  readonly busy: boolean;
  /** The button's label; null without a button. */
  readonly go?: string | null;
  /** Links to other ways. */
  readonly others: readonly { readonly label: string; readonly onClick: () => void }[];
  readonly fine?: string | undefined;
}

const deviceWord = () => (window.matchMedia('(any-pointer: fine)').matches ? 'computer' : 'device');

/** The common layout of all ways of the second step. */
export function Step({ title, lead, children, trust, busy, go = 'Go on', others, fine }: StepProps) {
  const all = useRef<HTMLDivElement>(null);
  const hasField = children !== undefined;
  useEffect(() => {
    // A field has the focus already. Without one the focus would move to the page behind the panel.
    if (!hasField) all.current?.querySelector('button')?.focus();
  }, [hasField]);
  return (
    <div className={classes.middle} ref={all}>
      <div>
        <Drawer.Title className={classes.title}>{title}</Drawer.Title>
        <p className={classes.lead}>{lead}</p>
      </div>
      {children}
      {go !== null && (
        <>
          <Checkbox label={`Trust this ${deviceWord()} for 30 days`} {...trust} />
          <BusyButton size="lg" busy={busy} busyLabel="Logging in…" fullWidth>
            {go}
          </BusyButton>
        </>
      )}
      {others.map(({ label, onClick }) => (
        <button key={label} type="button" className={classes.otherWay} onClick={onClick}>
          {label}
        </button>
      ))}
      {fine !== undefined && <p className={classes.fine}>{fine}</p>}
    </div>
  );
}
