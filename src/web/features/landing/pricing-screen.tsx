import classes from './landing.module.css';
import { PricePanel } from './price-panel.tsx';
import { Questions } from './questions.tsx';

/** The pricing page. */
export function Component() {
  return (
    <div className={classes.page}>
      <PricePanel Title="h1" />
      <Questions />
    </div>
  );
}
