import { CONFIRM_NEEDED, SECOND_FACTOR_DUE } from '#contract/errors.ts';
import { SCHOOL_SUSPENDED } from '#contract/rules/suspension.ts';
import { toast } from '#ui/feedback/toast.ts';
import { showPlanEnded } from '#web/session/plan-ended.ts';
import { currentSession, endSession, onSessionChange, type Session } from '#web/session/session.ts';
import type { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { queryKeys } from './query-keys.ts';

/**
 * Reacts to a failed call. 401 ends the session in all tabs (the app guard then redirects to /home). 402 opens the
 * dialog about the ended plan. Any other error is shown as a toast, unless `handles` returns true.
 */
export function reportFailure(
  error: ApiError,
  sentWith: Session | null,
  handles?: (error: ApiError) => boolean,
): void {
  // The dialog asked for proof, and the person closed it.
  if (error.body.error_code === CONFIRM_NEEDED) return;
  if (error.status === 401) {
    // A late answer to an earlier session must not end the current one.
    if (sentWith !== null && sentWith.accessToken === currentSession()?.accessToken) {
      endSession('expired');
      const isTrue = () => currentSession() === null;
      toast.info(error.body.error_message, { while: { isTrue, subscribe: onSessionChange } });
    }
    return;
  }
  if (error.status === 402) {
    showPlanEnded();
    // The cached school is out of date.
    void queryClient.invalidateQueries({ queryKey: queryKeys.school });
    return;
  }
  // The role has changed, or somebody else has set the password: reload the profile, so that the screens follow.
  if (error.status === 403) void queryClient.invalidateQueries({ queryKey: queryKeys.profile });
  // The guard shows what to do after it has loaded the school again.
  if (error.body.error_code === SECOND_FACTOR_DUE) {
    const { status, fetchStatus } = queryClient.getQueryState(queryKeys.school) ?? {};
    if (status === 'success' && fetchStatus === 'idle')
      void queryClient.invalidateQueries({ queryKey: queryKeys.school });
    return;
  }
  // The banner says why.
  if (error.body.error_code === SCHOOL_SUSPENDED)
    void queryClient.invalidateQueries({ queryKey: queryKeys.school });
  if (handles?.(error)) return;
  if (error.status === 0) showNoConnection(error.body.error_message);
  else toast.error(failureMessage(error));
}

let noConnection: number | null = null;

/** Shows that there is no connection, until an answer arrives. */
export function showNoConnection(message: string): void {
  noConnection = toast.error(message);
}

/** Hides the message: an answer, whatever it says, means that the connection is back. */
export function noteAnswer(): void {
  if (noConnection !== null) toast.dismiss(noConnection);
  noConnection = null;
}

/** The server's message; for 429 also when to try again. */
export function failureMessage({ status, body, retryAfter }: ApiError): string {
  if (status !== 429 || retryAfter === undefined) return body.error_message;
  const minutes = Math.ceil(retryAfter / 60);
  const hours = Math.ceil(minutes / 60);
  const wait = minutes === 1 ? 'a minute' : minutes < 100 ? `${minutes} minutes` : `${hours} hours`;
  return `${body.error_message} (in ${wait})`;
}
