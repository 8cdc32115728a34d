import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import classes from './mailed-link.module.css';

interface ConfirmByLinkProps {
  title: string;
  lead: string;
  /** The title after confirming. */
  done: string;
  children: ReactNode;
  confirm: () => Promise<{ message: string }>;
}

/** Confirms an email by a button, because mail scanners open links but press no buttons. */
export function ConfirmByLink({ title, lead, done, children, confirm }: ConfirmByLinkProps) {
  const confirming = useMutation({
    mutationFn: confirm,
    onSuccess: ({ message }) => toast.success(message || done),
  });
  return (
    <div className={classes.page}>
      <section className={classes.card}>
        {confirming.isSuccess ? (
          <>
            <h1 className={classes.title}>{done}</h1>
            {children}
          </>
        ) : (
          <>
            <div>
              <h1 className={classes.title}>{title}</h1>
              <p className={classes.lead}>{lead}</p>
            </div>
            <BusyButton
              type="button"
              size="lg"
              busy={confirming.isPending}
              busyLabel="Confirming…"
              onClick={() => confirming.mutate()}
              fullWidth
            >
              Confirm email
            </BusyButton>
          </>
        )}
      </section>
    </div>
  );
}
