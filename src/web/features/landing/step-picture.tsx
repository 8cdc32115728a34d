import { Screenshot } from './screenshot.tsx';
import classes from './step-picture.module.css';
import type { HOW_IT_WORKS_STEPS } from './steps.ts';

/** The screenshot of one of the three steps, on the step's colour. `sizes` as in `Screenshot`. */
export function StepPicture({ step, sizes }: { step: (typeof HOW_IT_WORKS_STEPS)[number]; sizes: string }) {
  return (
    <div className={classes.ground} data-step={step.picture}>
      <div className={classes.picture}>
        <Screenshot name={step.picture} alt={step.alt} sizes={sizes} />
      </div>
    </div>
  );
}
