import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { isSignInElsewhere, wayOf } from '#contract/sign-in/ways.ts';
import classes from './people.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

const wordsFor = (way: string) => wayOf(way)?.words.name ?? way;

interface SignInCellsProps {
  /** All the person's ways to sign in, and the last one used, both in the contract's form. */
  readonly ways: readonly string[];
  readonly last: string | null;
  readonly hasTwoStep: boolean;
}

/** A person's ways to sign in, and whether they use two steps. */
export function SignInCells({ ways, last, hasTwoStep }: SignInCellsProps) {
  return (
    <dl className={classes.signIn}>
      <div>
        <dt>Signs in with</dt>
        <dd>{ways.map(wordsFor).join(', ')}</dd>
        {ways.length > 1 && last !== null && (
          <dd className={classes.lastWay}>Last with {wayOf(last)?.words.name.toLowerCase() ?? last}</dd>
        )}
      </div>
      <div>
        <dt>Two-step</dt>
        <dd>
          <TwoStep
            providers={ways.filter(isSignInElsewhere)}
            hasPassword={ways.includes('password')}
            isOn={hasTwoStep}
          />
        </dd>
      </div>
    </dl>
  );
}

interface TwoStepProps {
  readonly providers: readonly string[];
  readonly hasPassword: boolean;
  readonly isOn: boolean;
}

// A provider checks a second factor itself. If the person also has a password, that may let them in without one, and must not look safe.
function TwoStep({ providers, hasPassword, isOn }: TwoStepProps) {
  if (isOn)
    return (
      <span className={classes.twoStep} data-on>
        <IconShieldCheck {...icon} />
        On
      </span>
    );
  const by = providers.length > 0 && `By ${providers.join(' or ')}`;
  if (by && !hasPassword) return by;
  return (
    <span className={classes.twoStep}>
      <IconShieldOff {...icon} />
      {by ? `${by}, not with the password` : 'Off'}
    </span>
  );
}

/** Whether a person signs in with a second factor, either their own or a provider's. */
export function isInTwoSteps(way: string | null, hasTwoStep: boolean): boolean {
  return hasTwoStep || (way !== null && isSignInElsewhere(way));
}
