import { Button, Modal } from '@mantine/core';
import '@mantine/core/styles/Overlay.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { admits } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';
import type { SchoolResource } from '#contract/school.ts';
import { useSchool } from '../../api/account.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { hidePlanEnded, planEndedStore } from '../../plan-ended.ts';
import { productName } from '../../product.ts';
import { useSession } from '../../session.ts';
import classes from './plan-gate.module.css';
import { isAboutPlan } from './plan-places.ts';

type School = SchoolResource['attributes'];

/** Around the app's screens: says when the trial or the plan has ended, and whenever the server refused something for it. */
export function Component() {
  const session = useSession();
  const school = useSchool()?.attributes;
  const role = session?.user.attributes.role ?? null;
  const pays = admits('billing', { role, schoolId: 'own' });
  return (
    <>
      <Outlet />
      {school && <PlanDialog school={school} pays={pays} />}
    </>
  );
}

function PlanDialog({ school, pays }: { school: School; pays: boolean }) {
  const { pathname } = useLocation();
  const client = useQueryClient();
  const refused = useSyncExternalStore(planEndedStore.subscribe, planEndedStore.current);
  const over = school.subscription_status === 'trial' && school.plan_ended;
  const [dismissed, setDismissed] = useState(false);
  // What is shown here was true some time ago: the server has just said otherwise.
  useEffect(() => {
    if (refused) void client.invalidateQueries({ queryKey: queryKeys.school });
  }, [refused, client]);
  const quiet = isAboutPlan(pathname);
  const close = () => {
    setDismissed(true);
    hidePlanEnded();
  };
  return (
    <Modal
      opened={!quiet && (refused || (over && !dismissed))}
      onClose={close}
      title={sentence(school)}
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
        <Button variant="default" onClick={close}>
          {pays ? 'Not now' : 'Close'}
        </Button>
        {pays && (
          <Button component={Link} to={SCREENS.subscription} onClick={hidePlanEnded} data-autofocus>
            Subscription
          </Button>
        )}
      </div>
    </Modal>
  );
}

function sentence({ subscription_status: status }: School): string {
  const name = productName();
  if (status === 'past_due')
    return `Your last payment did not go through, please pay to continue using ${name}`;
  if (status === 'canceled') return `Your plan has ended, please choose a plan to continue using ${name}`;
  return `Your trial is over, please activate a plan to continue using ${name}`;
}
