import { ColourFields } from '#web/newsletter-ui/branding/colour-fields.tsx';
import { LogoField } from '#web/newsletter-ui/branding/logo-field.tsx';
import type { Answers } from './answers.ts';
import classes from './logo-step.module.css';

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
      <ColourFields primary={answers.primary} secondary={answers.secondary} onChange={onChange} />
    </div>
  );
}
