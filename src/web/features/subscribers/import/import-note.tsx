import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { isImportUnderWay } from '#contract/subscribers.ts';
import { lastImportQuery } from '#web/features/subscribers/subscriber-data.ts';
import classes from '#web/features/subscribers/subscriber-list.module.css';

/** A note above the list while an import is running. */
export function ImportNote() {
  const { data } = useQuery(lastImportQuery);
  if (!data || !isImportUnderWay(data.attributes.status)) return null;
  const { file_name, status, done, total } = data.attributes;
  const doing = status === 'canceling' || status === 'undoing' ? 'being taken back' : 'being imported';
  return (
    <p className={classes.importing} role="status">
      {file_name} is {doing}
      {total > 0 && `: ${done.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')} lines`}.{' '}
      <Link to={SCREENS.importSubscribers}>Show the import</Link>
    </p>
  );
}
