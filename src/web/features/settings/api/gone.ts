import type { QueryKey } from '@tanstack/react-query';
import { toast } from '#ui/feedback/toast.ts';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { queryClient } from '#web/api/query-client.ts';

type Handles = (error: ApiError) => boolean;

/**
 * Makes a `handles`: of what was removed elsewhere, such as in another tab, it says so and has the list with this key read again.
 * Other errors are `otherwise`'s.
 */
export function handlesGone(what: string, list: QueryKey, otherwise?: Handles): Handles {
  return (error) => {
    if (!isApiError(error, 404)) return otherwise?.(error) ?? false;
    toast.info(`${what} is gone already. It was removed elsewhere`);
    void queryClient.invalidateQueries({ queryKey: list, exact: true });
    return true;
  };
}
