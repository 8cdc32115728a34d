import { IconAlertTriangle } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { MAIL_SHOWN, MAIL_WARNED } from '#newsletter/render/mail-size.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import classes from './mail-size.module.css';

/** Above the mail: its size, against the size at which Gmail cuts mails off. */
export function MailSize() {
  const bytes = useStore(useTools().meter.bytes);
  if (bytes === null) return <div className={classes.size} />;
  const isLong = bytes >= MAIL_WARNED;
  return (
    <div className={classes.size} data-long={isLong || undefined}>
      <span className={classes.bar} aria-hidden="true">
        <span className={classes.filled} style={{ width: `${Math.min(100, (bytes / MAIL_SHOWN) * 100)}%` }} />
      </span>
      <p className={classes.words} role="status">
        {isLong && <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />}
        {isLong
          ? longMail(bytes)
          : `${kilobytes(bytes)} of the ${kilobytes(MAIL_SHOWN)} that Gmail shows of a mail`}
      </p>
    </div>
  );
}

/** Whether the mail is long enough for a warning. */
export function useIsLongMail(): boolean {
  return useStore(useTools().meter.bytes, (bytes) => bytes !== null && bytes >= MAIL_WARNED);
}

/** The warning about a long mail. */
export function longMail(bytes: number): string {
  const shown = kilobytes(MAIL_SHOWN);
  const is =
    bytes < MAIL_SHOWN
      ? `This mail has ${kilobytes(bytes)}, and Gmail cuts mails off at ${shown}.`
      : `This mail has ${kilobytes(bytes)}. Gmail cuts it off at ${shown} and hides the rest.`;
  return `${is} Shorten a text, or make two newsletters of it.`;
}

/** '34 KB', rounded up, so that a mail over the limit does not look as if it fitted. */
function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KB`;
}
