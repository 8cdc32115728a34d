import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { toast } from './toast.ts';

/** Redirects to another screen and shows an error, for example if an object is not found. */
export function RedirectWithToast({ to, message }: { to: string; message: string }) {
  useEffect(() => {
    toast.error(message);
  }, [message]);
  return <Navigate to={to} replace />;
}
