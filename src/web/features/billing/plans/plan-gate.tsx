import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router';
import { admits } from '#contract/access.ts';
import type { SchoolResource } from '#contract/school.ts';
import { useSchool } from '#web/api/account.ts';
import { hidePlanEnded, planEndedStore } from '#web/session/plan-ended.ts';
import { useSession } from '#web/session/session.ts';
import { isAboutPlan } from './plan-paths.ts';

type School = SchoolResource['attributes'];

// Lazy, because Mantine's dialog code is too large to load before every screen.
const PlanDialog = lazy(() => import('./plan-dialog.tsx').then((file) => ({ default: file.PlanDialog })));

/** Wraps the app's screens: shows a dialog when the trial has ended or the server has refused a call because of the plan. */
export function Component() {
  const session = useSession();
  const school = useSchool()?.attributes;
  const role = session?.user.attributes.role ?? null;
  const pays = admits('owner_or_admin', { role, schoolId: 'own' });
  return (
    <>
      <Outlet />
      {school && <PlanEndedDialog school={school} pays={pays} />}
    </>
  );
}

function PlanEndedDialog({ school, pays }: { school: School; pays: boolean }) {
  const { pathname } = useLocation();
  const refused = useSyncExternalStore(planEndedStore.subscribe, planEndedStore.current);
  const isSchoolOpen = school.closes_at === null;
  const isTrialOver = isSchoolOpen && school.subscription_status === 'trial' && school.plan_ended;
  const [dismissed, setDismissed] = useState(false);
  const isSuppressed = isAboutPlan(pathname);
  const close = () => {
    setDismissed(true);
    hidePlanEnded();
  };
  const isOpen = !isSuppressed && (refused || (isTrialOver && !dismissed));
  // Stays mounted once it was open, so that closing is animated.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <Suspense>
        <PlanDialog school={school} pays={pays} isOpen={isOpen} onClose={close} />
      </Suspense>
    )
  );
}
