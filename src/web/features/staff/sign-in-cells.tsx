import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import classes from './people.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
const OWN_WAYS: Readonly<Record<string, string>> = { password: 'Password', passkey: 'Passkey' };

/** How somebody signs in, and whether in two steps. `way` is as the contract has it. */
export function SignInCells({ way, hasTwoStep }: { way: string | null; hasTwoStep: boolean }) {
  const provider = way !== null && OWN_WAYS[way] === undefined ? way : null;
  return (
    <dl className={classes.signIn}>
      <div>
        <dt>Signs in with</dt>
        <dd>{provider ?? OWN_WAYS[way ?? 'password']}</dd>
      </div>
      <div>
        <dt>Two-step</dt>
        <dd>
          {hasTwoStep ? (
            <span className={classes.twoStep} data-on>
              <IconShieldCheck {...icon} />
              On
            </span>
          ) : provider === null ? (
            <span className={classes.twoStep}>
              <IconShieldOff {...icon} />
              Off
            </span>
          ) : (
            `By ${provider}`
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Whether somebody signs in with a second factor, one of their own or by a provider that asks for it. */
export function isInTwoSteps(way: string | null, hasTwoStep: boolean): boolean {
  return hasTwoStep || (way !== null && OWN_WAYS[way] === undefined);
}
