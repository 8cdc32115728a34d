import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { toast } from './toast.ts';

/** Leads to another screen because this one's thing is not there, and says so. */
export function RedirectWithToast({ to, because }: { to: string; because: string }) {
  useEffect(() => {
    toast.error(because);
  }, [because]);
  return <Navigate to={to} replace />;
}
