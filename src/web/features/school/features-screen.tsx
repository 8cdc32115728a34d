import type { ComponentType } from 'react';
import { type Access, admits } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useProfile, useSchool } from '#web/api/account.ts';
import { PagesFeature } from '#web/features/school/pages/pages-feature.tsx';
import { ApprovalFeature } from './approval-feature.tsx';
import { CalendarFeature } from './calendar-feature.tsx';
import classes from './feature-card.module.css';
import { NewslettersPageFeature } from './newsletters-page-feature.tsx';
import { SignUpFeature } from './sign-up-feature.tsx';

/** The features that a school can switch on, with who may do it. Each is a `FeatureCard`; the last one sets up those that are on. */
const FEATURES: readonly {
  readonly name: string;
  readonly access: Access;
  readonly Feature: ComponentType<{ schoolId: string }>;
}[] = [
  { name: 'calendar', access: 'owner', Feature: CalendarFeature },
  { name: 'approval', access: 'owner_or_admin', Feature: ApprovalFeature },
  { name: 'newsletters-page', access: 'owner', Feature: NewslettersPageFeature },
  { name: 'sign-up', access: 'owner', Feature: SignUpFeature },
  { name: 'pages', access: 'owner', Feature: PagesFeature },
];

/** The school's features: one switch each, which saves at once. */
export function Component() {
  const schoolId = useSchool()?.id;
  const role = useProfile()?.attributes.role ?? null;
  const caller = { role, schoolId: schoolId ?? null };
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="Features" />
      <PageTitle lead="What is off, neither staff nor families see. Switching it off deletes nothing.">
        Features
      </PageTitle>
      <div className={classes.cards}>
        {schoolId !== undefined &&
          FEATURES.filter(({ access }) => admits(access, caller)).map(({ name, Feature }) => (
            <Feature key={name} schoolId={schoolId} />
          ))}
      </div>
    </>
  );
}
