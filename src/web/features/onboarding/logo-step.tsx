import { ColourFields } from '#web/newsletter-ui/branding/colour-fields.tsx';
import { LogoField } from '#web/newsletter-ui/branding/logo-field.tsx';
import { SampleDesigns } from '#web/newsletter-ui/designs/sample-designs.tsx';
import type { Answers } from './answers.ts';
import classes from './logo-step.module.css';
import { sampleOf } from './preview.ts';

type Change = (change: Partial<Answers>) => void;

/** The step for the logo and the two colours. */
export function LogoStep({
  answers,
  refusal,
  onChange,
}: {
  answers: Answers;
  refusal: string | undefined;
  onChange: Change;
}) {
  return (
    <div className={classes.fields}>
      <LogoField logo={answers.logo} refusal={refusal} onChange={(logo) => onChange({ logo })} />
      <ColourFields
        primary={answers.primary}
        secondary={answers.secondary}
        logo={answers.logo && { address: answers.logo.picture, isNew: true }}
        onChange={onChange}
      />
      <SampleDesigns
        sample={sampleOf(answers, window.location.origin)}
        chosen={answers.logo}
        value={answers.design}
        onChange={(design) => onChange({ design })}
      />
    </div>
  );
}
