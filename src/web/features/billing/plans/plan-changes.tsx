import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useCancelRenewal } from './use-renewal.ts';

/** The actions of a plan that renews. `question` is the confirmation before cancelling. */
export function PlanChanges({ question }: { question: Parameters<typeof useCancelRenewal>[0] }) {
  const cancel = useCancelRenewal(question);
  return (
    <>
      <BusyButton
        type="button"
        variant="danger-quiet"
        busy={cancel.busy}
        busyLabel="Cancelling…"
        onClick={cancel.ask}
      >
        Cancel renewal
      </BusyButton>
      <Button variant="default" component={Link} to={SCREENS.changeCard}>
        Change card
      </Button>
    </>
  );
}
