import { Button } from '@mantine/core';
import { productName } from '../../product.ts';
import classes from './step-form.module.css';

/** Before the steps. */
export function Welcome({ onStart }: { onStart: () => void }) {
  return (
    <div className={classes.welcome}>
      <h1 className={classes.title}>Welcome to {productName()}</h1>
      <p className={classes.lead}>
        A few questions about your school, and your first newsletter is ready to be written. It takes about
        three minutes; have your logo at hand.
      </p>
      <div>
        <Button size="lg" onClick={onStart}>
          Get started
        </Button>
      </div>
    </div>
  );
}
