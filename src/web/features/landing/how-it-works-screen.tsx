import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import classes from './how-it-works.module.css';
import { StartButton } from './start-button.tsx';
import { StepPicture } from './step-picture.tsx';
import { STEPS } from './steps.ts';

/** Create, Build, Share: three slides, by number, by arrow, by arrow key; after the last comes the first. */
export function Component() {
  const [index, setIndex] = useState(0);
  const go = (to: number) => setIndex((to + STEPS.length) % STEPS.length);
  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(index + 1);
    if (event.key === 'ArrowLeft') go(index - 1);
  };
  const swipe = useSwipe((by) => go(index + by));
  const step = STEPS[index] ?? STEPS[0];
  const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>How it works</h1>
      <section className={classes.carousel} aria-roledescription="carousel" aria-label="How it works">
        <div className={classes.controls} role="toolbar" aria-label="Slides" onKeyDown={byKey}>
          <button
            type="button"
            className={classes.arrow}
            aria-label="Previous slide"
            onClick={() => go(index - 1)}
          >
            <IconArrowLeft {...icon} />
          </button>
          {STEPS.map((each, at) => (
            <button
              key={each.name}
              type="button"
              className={classes.number}
              aria-label={`Slide ${at + 1}: ${each.name}`}
              aria-current={at === index ? 'step' : undefined}
              onClick={() => setIndex(at)}
            >
              {at + 1}
            </button>
          ))}
          <button
            type="button"
            className={classes.arrow}
            aria-label="Next slide"
            onClick={() => go(index + 1)}
          >
            <IconArrowRight {...icon} />
          </button>
        </div>
        <div aria-live="polite" {...swipe}>
          <section
            key={step.name}
            className={classes.slide}
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${STEPS.length}`}
          >
            <div>
              <h2 className={classes.name}>{step.name}</h2>
              <p className={classes.text}>{step.text}</p>
            </div>
            <StepPicture step={step} sizes="(max-width: 767px) 92vw, 600px" />
          </section>
        </div>
      </section>
      <StartButton size="lg" />
    </div>
  );
}

/** Further than a tap wavers, in pixels. */
const SWIPE_PX = 40;

/** To the left is on, to the right is back; up and down the page scrolls (`touch-action` in the style). */
function useSwipe(turn: (by: 1 | -1) => void) {
  const from = useRef<number | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = event.pointerType === 'mouse' ? null : event.clientX;
    },
    onPointerUp: (event: PointerEvent) => {
      const moved = from.current === null ? 0 : event.clientX - from.current;
      from.current = null;
      if (Math.abs(moved) >= SWIPE_PX) turn(moved < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}
