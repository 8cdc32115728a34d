import { IconAccessible, IconCloudCheck, IconDeviceMobile, IconLink } from '@tabler/icons-react';
import { productName } from '../../product.ts';
import { Inside } from './inside.tsx';
import classes from './landing.module.css';
import { PricePanel } from './price-panel.tsx';
import { Questions } from './questions.tsx';
import { Screenshot } from './screenshot.tsx';
import { StartButton } from './start-button.tsx';
import { STEPS } from './steps.ts';

const PROMISES = [
  { Icon: IconDeviceMobile, text: 'Made for phones first' },
  { Icon: IconCloudCheck, text: 'Saved while you type' },
  { Icon: IconAccessible, text: 'Colours that stay readable' },
  { Icon: IconLink, text: 'One link, no app to install' },
];

/** The landing page. */
export function Component() {
  return (
    <div className={classes.page}>
      <section className={classes.hero}>
        <h1 className={classes.headline}>
          The school newsletter, <em>done before the bell.</em>
        </h1>
        <div className={classes.pitch}>
          <p>
            {productName()} is where schools build, publish and share newsletters: in your own colours, and
            easy to read at the bus stop.
          </p>
          <div className={classes.start}>
            <StartButton size="lg" />
            <span className={classes.fine}>
              Free for 3 months. <br />
              No payment details.
            </span>
          </div>
        </div>
      </section>
      <div className={classes.scene}>
        <div className={classes.desk}>
          <Screenshot
            name="editor"
            alt="The editor: blocks to choose from, a newsletter in a school’s colours, and the fields of an event"
            width={1720}
            height={1054}
            sizes="(max-width: 767px) 560px, min(1000px, 84vw)"
            first
          />
        </div>
      </div>
      <ul className={classes.promises}>
        {PROMISES.map(({ Icon, text }) => (
          <li key={text}>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
      <section className={classes.section}>
        <h2 className={classes.title}>From blank page to book bag in three steps</h2>
        <p className={classes.lead}>
          If you can write an email, you can make this. You can send the first one this afternoon.
        </p>
        <ol className={classes.steps}>
          {STEPS.map(({ name, text, Picture }, index) => (
            <li key={name}>
              <Picture />
              <h3 className={classes.step}>
                <span className={classes.number}>{index + 1}</span> {name}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <Inside />
      <PricePanel Title="h2" />
      <Questions />
    </div>
  );
}
