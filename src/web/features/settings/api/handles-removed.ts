import type { QueryKey } from '@tanstack/react-query';
import { toast } from '#ui/feedback/toast.ts';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { queryClient } from '#web/api/query-client.ts';

type Handles = (error: ApiError) => boolean;

/**
 * Makes a `handles`: if something was removed elsewhere, such as in another tab, it shows that and reloads the list with this key.
 * Other errors are passed to `otherwise`.
 */
export function handlesRemoved(what: string, list: QueryKey, otherwise?: Handles): Handles {
  return (error) => {
    if (!isApiError(error, 404)) return otherwise?.(error) ?? false;
    toast.info(`${what} is gone already. It was removed elsewhere`);
    void queryClient.invalidateQueries({ queryKey: list, exact: true });
    return true;
  };
}
