import { IconAccessible, IconCalendarPlus, IconPrinter } from '@tabler/icons-react';
import classes from './families.module.css';
import { Phone } from './phone.tsx';
import { Screenshot } from './screenshot.tsx';

/** A scrollable part must be focusable by keyboard; not all browsers do that by themselves (WCAG 2.1.1). */
const FOCUSABLE_TAB_INDEX = 0;

const PARTS = [
  {
    Icon: IconCalendarPlus,
    title: 'Dates that get kept',
    text: 'Every event carries a link that puts it straight into a parent’s calendar.',
  },
  {
    Icon: IconAccessible,
    title: 'Everybody can read it',
    text: 'Headings, pictures, links and colours are checked before you publish, as the law asks of schools.',
  },
  {
    Icon: IconPrinter,
    title: 'On the fridge, too',
    text: 'It prints cleanly, with a code on the paper that leads phones to the page.',
  },
];

/** The landing page's section for families: a newsletter on a phone to scroll through. */
export function Families() {
  return (
    <section className={classes.section}>
      <div>
        <h2 className={classes.title}>One link, and families are reading</h2>
        <p className={classes.lead}>
          No app, no account, no attachment to pinch and zoom. A newsletter is a page that opens quickly, even
          where the signal is one bar. Here is a whole one.
        </p>
        <ul className={classes.parts}>
          {PARTS.map(({ Icon, title, text }) => (
            <li key={title}>
              <Icon size={22} stroke={1.75} aria-hidden="true" />
              <div>
                <h3 className={classes.name}>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.ground}>
        <div className={classes.phone}>
          <Phone>
            <section
              className={classes.screen}
              aria-label="A whole newsletter, on a phone"
              tabIndex={FOCUSABLE_TAB_INDEX}
            >
              <Screenshot
                name="reading"
                alt="A newsletter from top to foot: the school’s logo, the harvest with a picture, Forest School, a word from the head, three dates with ‘Add to calendar’, attendance, the lunch menu and how to reach the school"
                sizes="300px"
              />
            </section>
          </Phone>
        </div>
      </div>
    </section>
  );
}
