import { IconAccessible, IconCloudCheck, IconDeviceMobile, IconLink } from '@tabler/icons-react';
import { productName } from '#web/words/product.ts';
import { Families } from './families.tsx';
import { Features } from './features.tsx';
import classes from './landing.module.css';
import { Phone } from './phone.tsx';
import { PricePanel } from './price-panel.tsx';
import { Questions } from './questions.tsx';
import { Screenshot } from './screenshot.tsx';
import { StartButton } from './start-button.tsx';
import { StepPicture } from './step-picture.tsx';
import { HOW_IT_WORKS_STEPS } from './steps.ts';

const PROMISES = [
  { Icon: IconDeviceMobile, text: 'Made for phones first' },
  { Icon: IconCloudCheck, text: 'Saved while you type' },
  { Icon: IconAccessible, text: 'Colours that stay readable' },
  { Icon: IconLink, text: 'One link, no app to install' },
];

/** The landing page, for anybody. */
export function Component() {
  return (
    <div className={classes.page}>
      <Hero />
      <ul className={classes.promises}>
        {PROMISES.map(({ Icon, text }) => (
          <li key={text}>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
      <ThreeSteps />
      <Families />
      <Features />
      <section className={classes.beside}>
        <h2 className={classes.title}>It gets on with what you have</h2>
        <p className={classes.lead}>
          Your school’s messaging app tells families that there is news. {productName()} makes the news worth
          opening: paste the link into any message, on your website, or under your signature. There is nothing
          to connect and nothing to replace.
        </p>
      </section>
      <PricePanel Title="h2" />
      <Questions />
    </div>
  );
}

function Hero() {
  return (
    <>
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
            sizes="(max-width: 767px) 560px, min(1000px, 84vw)"
            first
          />
        </div>
        <div className={classes.phone}>
          <Phone>
            <Screenshot
              name="phone"
              alt="The same newsletter on a parent’s phone"
              sizes="(max-width: 767px) 196px, 262px"
              first
            />
          </Phone>
        </div>
      </div>
    </>
  );
}

function ThreeSteps() {
  return (
    <section>
      <h2 className={classes.title}>From blank page to book bag in three steps</h2>
      <p className={classes.lead}>
        If you can write an email, you can make this. You can send the first one this afternoon.
      </p>
      <ol className={classes.steps}>
        {HOW_IT_WORKS_STEPS.map((step, index) => (
          <li key={step.name}>
            <StepPicture step={step} sizes="(max-width: 767px) 92vw, (max-width: 991px) 300px, 380px" />
            <h3 className={classes.step}>
              <span className={classes.number}>{index + 1}</span> {step.name}
            </h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
