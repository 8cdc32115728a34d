import { toast } from '#ui/feedback/toast.ts';
import { showPlanEnded } from '#web/session/plan-ended.ts';
import { currentSession, endSession, type Session } from '#web/session/session.ts';
import type { ApiError } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { queryKeys } from './query-keys.ts';

/**
 * What happens after a failed call, in one place. 401: signed out in all tabs (the guard of the app's screens leads to
 * /home). 402: the dialog about the ended plan. Anything else: the server's sentence as an error toast, unless the caller shows it itself.
 */
export function reportFailure(
  error: ApiError,
  sentWith: Session | null,
  handles?: (error: ApiError) => boolean,
): void {
  if (error.status === 401) {
    // A late answer to an earlier session must not end the present one.
    if (sentWith !== null && sentWith.accessToken === currentSession()?.accessToken) {
      endSession('expired');
      toast.info(error.body.error_message);
    }
    return;
  }
  if (error.status === 402) {
    showPlanEnded();
    return;
  }
  // Another role, or a password that somebody else has set: the screens follow what the server says of the person.
  if (error.status === 403) void queryClient.invalidateQueries({ queryKey: queryKeys.profile });
  if (handles?.(error)) return;
  toast.error(failureWords(error));
}

/** What the server says of a failure, and when it will take another try. */
export function failureWords({ status, body, retryAfter }: ApiError): string {
  if (status !== 429 || retryAfter === undefined) return body.error_message;
  const minutes = Math.ceil(retryAfter / 60);
  const hours = Math.ceil(minutes / 60);
  const wait = minutes === 1 ? 'a minute' : minutes < 100 ? `${minutes} minutes` : `${hours} hours`;
  return `${body.error_message} (in ${wait})`;
}
