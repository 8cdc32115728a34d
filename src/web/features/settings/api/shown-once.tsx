import { Button } from '@mantine/core';
import { useState } from 'react';
import { COPY_MESSAGES } from '#contract/rules/copying.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import { takeFocus } from '#ui/take-focus.ts';
import { useUnkeptGuard } from '#web/forms/use-unsaved-form-guard.ts';
import classes from './api.module.css';

/** A secret that is not shown again. */
export function ShownOnce({
  title,
  text,
  leaving,
  value,
  onKept,
}: {
  title: string;
  text: string;
  /** The question before leaving without it. */
  leaving: { readonly title: string; readonly message: string };
  value: string;
  onKept: () => void;
}) {
  const [isCopied, setIsCopied] = useState(false);
  useUnkeptGuard(() => !isCopied, leaving);
  const copy = async () => {
    if (!(await copyText(value))) return;
    setIsCopied(true);
    toast.success(COPY_MESSAGES.copied);
  };
  return (
    <div className={classes.once}>
      <h3 className={classes.title} tabIndex={-1} ref={takeFocus}>
        {title}
      </h3>
      <p className={classes.why}>{text}</p>
      <code className={classes.secret}>{value}</code>
      <div className={classes.answers}>
        <Button size="sm" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="default" size="sm" onClick={onKept}>
          I have kept it
        </Button>
      </div>
    </div>
  );
}
