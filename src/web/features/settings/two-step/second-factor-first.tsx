import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { logOut } from '#web/api/log-out.ts';
import { Wordmark } from '#web/app/brand.tsx';
import { useTitle } from '#web/app/use-title.ts';
import { mayLeave } from '#web/forms/leave-guards.ts';
import { confirmPerson } from '#web/session/confirm-person.ts';
import classes from './second-factor-first.module.css';
import { twoStepQuery } from './two-step-query.ts';
import { TwoStepSection } from './two-step-section.tsx';

/**
 * The screen for a person whose school now requires two-step sign-in: they set it up, or log out. `tryAgain` resolves to whether the
 * server lets them in.
 */
export function SecondFactorFirst({ tryAgain }: { tryAgain: () => Promise<boolean> }) {
  useTitle('Two-step sign-in');
  const state = useQuery(twoStepQuery);
  const [isBusy, setBusy] = useState(false);
  const isSetUp = state.data !== undefined && state.data.due_at === null;
  const enter = async () => {
    // Asks first if shown recovery codes have not been kept yet.
    if (!(await mayLeave())) return;
    setBusy(true);
    // If it was set up elsewhere, this session has not passed the second step yet.
    if (!(await tryAgain()) && (await confirmPerson(state.data?.ways ?? []))) await tryAgain();
    setBusy(false);
  };
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <Wordmark />
        <Button variant="subtle" onClick={logOut}>
          Logout
        </Button>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <PageTitle>One more step</PageTitle>
        <p className={classes.lead}>
          Your school asks for two-step sign-in. Set it up here, then go on with your work.
        </p>
        <TwoStepSection />
        {isSetUp && (
          <BusyButton
            type="button"
            size="lg"
            busy={isBusy}
            busyLabel="One moment…"
            onClick={() => void enter()}
          >
            Go on
          </BusyButton>
        )}
      </main>
    </div>
  );
}
