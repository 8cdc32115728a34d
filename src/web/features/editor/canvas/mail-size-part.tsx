import { loadable } from '#ui/loadable.tsx';
import classes from './mail-size.module.css';

/** See `mail-size.tsx`: a newsletter opens as a page. */
export const MailSize = loadable(
  async () => (await import('./mail-size.tsx')).MailSize,
  () => <div className={classes.size} />,
);
