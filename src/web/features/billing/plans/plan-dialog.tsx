import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import type { SchoolResource } from '#contract/school.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { hidePlanEnded } from '#web/session/plan-ended.ts';
import { productName } from '#web/words/product.ts';
import classes from './plan-gate.module.css';

type School = SchoolResource['attributes'];

/** The dialog about the ended plan, with a link to the subscription. */
export function PlanDialog({
  school,
  pays,
  isOpen,
  onClose,
}: {
  school: School;
  /** Whether the person may choose and pay for a plan. */
  pays: boolean;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={titleFor(school)}
      size={460}
      withCloseButton={false}
      zIndex={350}
    >
      <p className={classes.text}>
        {pays
          ? 'Nothing is lost: you can look at everything, and your public newsletters stay up.'
          : 'Nothing is lost: you can look at everything, and your public newsletters stay up. Please ask the owner of your school to see to it.'}
      </p>
      <div className={classes.answers}>
        <Button variant="default" onClick={onClose}>
          {pays ? 'Not now' : 'Close'}
        </Button>
        {pays && (
          <Button component={Link} to={SCREENS.subscription} onClick={hidePlanEnded} data-autofocus>
            Subscription
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function titleFor({ subscription_status: status }: School): string {
  const name = productName();
  if (status === 'past_due')
    return `Your last payment did not go through, please pay to continue using ${name}`;
  if (status === 'canceled') return `Your plan has ended, please choose a plan to continue using ${name}`;
  return `Your trial is over, please activate a plan to continue using ${name}`;
}
