import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import classes from './how-it-works.module.css';
import { StartButton } from './start-button.tsx';
import { StepPicture } from './step-picture.tsx';
import { HOW_IT_WORKS_STEPS } from './steps.ts';

/** A carousel of three slides, changed by number, arrow button, arrow key or swipe; it wraps around. */
export function Component() {
  const [index, setIndex] = useState(0);
  const go = (to: number) => setIndex((to + HOW_IT_WORKS_STEPS.length) % HOW_IT_WORKS_STEPS.length);
  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(index + 1);
    if (event.key === 'ArrowLeft') go(index - 1);
  };
  const swipe = useSwipe((by) => go(index + by));
  const step = HOW_IT_WORKS_STEPS[index] ?? HOW_IT_WORKS_STEPS[0];
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
          {HOW_IT_WORKS_STEPS.map((each, at) => (
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
            aria-label={`${index + 1} of ${HOW_IT_WORKS_STEPS.length}`}
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

/** The least distance of a swipe, in pixels: more than a finger moves in a tap. */
const MIN_SWIPE_PX = 40;

/** Swiping left goes to the next slide, right to the previous. Vertical moves scroll the page (`touch-action` in CSS). */
function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const from = useRef<number | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = event.pointerType === 'mouse' ? null : event.clientX;
    },
    onPointerUp: (event: PointerEvent) => {
      const moved = from.current === null ? 0 : event.clientX - from.current;
      from.current = null;
      if (Math.abs(moved) >= MIN_SWIPE_PX) onSwipe(moved < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}
