import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { FirstPassword } from '#web/features/settings/providers/first-password.tsx';
import { ProviderSection, useHasPassword } from '#web/features/settings/providers/provider-section.tsx';
import { TrustedComputers } from '#web/features/settings/two-step/trusted-computers.tsx';
import { TwoStepSection } from '#web/features/settings/two-step/two-step-section.tsx';
import { useSession } from '#web/session/session.ts';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import classes from './settings.module.css';

/** Password settings: one's own password, two-step sign-in and sessions. */
export function Component() {
  const mustChangePassword = useSession()?.user.attributes.need_change_password ?? false;
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="Password settings" />
      <PageTitle>Password settings</PageTitle>
      {mustChangePassword && (
        <p className={classes.notice} role="status">
          Your password was set by somebody else. Please choose one of your own to continue.
        </p>
      )}
      {useHasPassword() === false ? <FirstPassword /> : <PasswordForm />}
      {!mustChangePassword && <TwoStepSection />}
      {!mustChangePassword && <TrustedComputers />}
      {!mustChangePassword && <ProviderSection />}
      {!mustChangePassword && <SessionList />}
    </>
  );
}
