import { Outlet } from 'react-router';
import { useSession } from '#web/session/session.ts';
import { ClosingBanner } from './closing-banner.tsx';

/** The screens, with a line above them while the school is closed. */
export function Component() {
  // Until the password is chosen, nothing may be asked.
  const due = useSession()?.user.attributes.need_change_password ?? true;
  return (
    <>
      {!due && <ClosingBanner />}
      <Outlet />
    </>
  );
}
