import { loadable } from '#ui/loadable.tsx';
import classes from './design-panel.module.css';

/** See `colour-choice.tsx`. */
export const ColourChoice = loadable(
  async () => (await import('./colour-choice.tsx')).ColourChoice,
  // Keeps its place. Without it the newsletter stays in its colours.
  () => <div className={classes.colours} />,
);
