import { IconHistory, IconMail, IconUsers } from '@tabler/icons-react';
import classes from './features.module.css';
import { Screenshot } from './screenshot.tsx';

const PARTS = [
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
    Icon: IconMail,
    title: 'By email as well',
    text: 'Bring your list of families and send each newsletter to all of them, with a way to unsubscribe.',
  },
];

/** The landing page's list of features. */
export function Features() {
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
        <div className={classes.branding}>
          <Screenshot
            name="branding"
            alt="The branding of a school: its logo, its two colours, and beside them how a newsletter will look"
            sizes="(max-width: 767px) 100vw, 640px"
          />
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
