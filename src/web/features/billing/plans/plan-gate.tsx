import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router';
import { admits } from '#contract/access.ts';
import type { SchoolResource } from '#contract/school.ts';
import { useSchool } from '#web/api/account.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { hidePlanEnded, planEndedStore } from '#web/session/plan-ended.ts';
import { useSession } from '#web/session/session.ts';
import { isAboutPlan } from './plan-places.ts';

type School = SchoolResource['attributes'];

// Dialogs come with what scrolls and traps the focus in them: too much for every screen to wait for.
const PlanDialog = lazy(() => import('./plan-dialog.tsx').then((file) => ({ default: file.PlanDialog })));

/** Around the app's screens: says when the trial or the plan has ended, and whenever the server refused something for it. */
export function Component() {
  const session = useSession();
  const school = useSchool()?.attributes;
  const role = session?.user.attributes.role ?? null;
  const pays = admits('billing', { role, schoolId: 'own' });
  return (
    <>
      <Outlet />
      {school && <Ended school={school} pays={pays} />}
    </>
  );
}

function Ended({ school, pays }: { school: School; pays: boolean }) {
  const { pathname } = useLocation();
  const client = useQueryClient();
  const refused = useSyncExternalStore(planEndedStore.subscribe, planEndedStore.current);
  const isSchoolOpen = school.closes_at === null;
  const over = isSchoolOpen && school.subscription_status === 'trial' && school.plan_ended;
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
  const isOpen = !quiet && (refused || (over && !dismissed));
  // From then on it stays, so that it can go the way it came.
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
