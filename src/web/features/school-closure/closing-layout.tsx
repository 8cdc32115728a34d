import { Outlet } from 'react-router';
import { useSession } from '#web/session/session.ts';
import { ClosingBanner } from './closing-banner.tsx';
import { SuspendedBanner } from './suspended-banner.tsx';

/** Shows a banner above the screens while the school is closed or suspended. */
export function Component() {
  // The server refuses other calls until the password is changed.
  const mustChangePassword = useSession()?.user.attributes.need_change_password ?? true;
  return (
    <>
      {!mustChangePassword && <ClosingBanner />}
      {!mustChangePassword && <SuspendedBanner />}
      <Outlet />
    </>
  );
}
