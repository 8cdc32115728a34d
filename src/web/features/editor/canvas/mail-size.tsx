import { IconAlertTriangle } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { kilobytes, longMail, MAIL_SHOWN, MAIL_WARNED } from '#newsletter/render/mail-limit.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
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
