import classes from './sending.module.css';

interface InboxPreviewProps {
  from: string;
  address: string;
  subject: string;
  preview: string;
  title: string;
}

/** A preview of the mail in an inbox, between other mails. */
export function InboxPreview({ from, address, subject, preview, title }: InboxPreviewProps) {
  return (
    <aside className={classes.inbox} aria-label="In an inbox">
      <p className={classes.inboxTitle}>In an inbox</p>
      <div className={classes.blank} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <div className={classes.mail}>
        <span className={classes.initial} aria-hidden="true">
          {from.slice(0, 1).toUpperCase()}
        </span>
        <p className={classes.from}>{from}</p>
        <p className={classes.subject}>{subject.trim() || title}</p>
        {/* Cut off like in an inbox. */}
        <p className={classes.preview} title={preview}>
          {preview}
        </p>
      </div>
      <div className={classes.blank} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <p className={classes.hint}>Sent from {address}, in your school’s name.</p>
    </aside>
  );
}
