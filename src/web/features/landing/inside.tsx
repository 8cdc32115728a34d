import { IconAccessible, IconCalendarPlus, IconHistory, IconPrinter, IconUsers } from '@tabler/icons-react';
import classes from './inside.module.css';

const PARTS = [
  {
    Icon: IconCalendarPlus,
    title: 'Dates that get kept',
    text: 'Every event carries a link that puts it straight into a parent’s calendar.',
  },
  {
    Icon: IconHistory,
    title: 'Nothing gets lost',
    text: 'Saved as you type, undo as far as you like, and a clear choice when two of you edit at once.',
  },
  {
    Icon: IconUsers,
    title: 'The whole office can help',
    text: 'Invite colleagues as editors or admins. There is no charge for each person.',
  },
  {
    Icon: IconAccessible,
    title: 'Everybody can read it',
    text: 'Pictures, headings, links and colours are checked before you publish, as the law asks of schools.',
  },
  {
    Icon: IconPrinter,
    title: 'On the fridge, too',
    text: 'It prints cleanly, with a code on the paper that leads phones to the page.',
  },
];

/** What is in it: the school's own look first, then what saves an office its afternoons. */
export function Inside() {
  return (
    <section>
      <h2 className={classes.title}>Everything a school newsletter needs, and nothing it doesn’t</h2>
      <div className={classes.own}>
        <div className={classes.words}>
          <h3 className={classes.name}>Your school’s name on it, not ours</h3>
          <p>
            Add your logo and two colours once. Every heading, button and link takes them, gently adjusted so
            that nobody struggles to read.
          </p>
        </div>
      </div>
      <ul className={classes.parts}>
        {PARTS.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon size={22} stroke={1.75} aria-hidden="true" />
            <h3 className={classes.name}>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
