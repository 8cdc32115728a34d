import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import classes from './api.module.css';

/** A secret that is not shown again. */
export function ShownOnce({
  title,
  text,
  value,
  onKept,
}: {
  title: string;
  text: string;
  value: string;
  onKept: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const copy = async () => {
    if (await copyText(value)) toast.success(NEWSLETTER_MESSAGES.copied);
  };
  return (
    <div className={classes.once}>
      <h3 className={classes.title} tabIndex={-1} ref={heading}>
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
