import type { EventForm, EventResource } from '#contract/calendar/events.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { changesOf, formOf, useDateActions } from './calendar-data.ts';
import { useAddedToast, useSavedToast } from './saved-toasts.ts';

/** Saves a date, or one on each of several days, and shows a message. `event`: null for a new one. */
export function useSaveDate(event: EventResource | null, onSaved: () => void) {
  const { add, addEach, change } = useDateActions();
  const showSaved = useSavedToast();
  const showAdded = useAddedToast();
  const save = (body: EventForm, days: readonly string[], handles: (error: ApiError) => boolean) => {
    const changes = event === null ? null : changesOf(body, formOf(event));
    const onSuccess = (saved: EventResource) => {
      showSaved(saved, changes);
      onSaved();
    };
    if (days.length > 0) {
      const onAll = (made: readonly EventResource[]) => {
        showAdded(made);
        onSaved();
      };
      addEach.mutate({ ...body, last_day: null, days, handles }, { onSuccess: onAll });
    } else if (event === null) add.mutate({ ...body, handles }, { onSuccess });
    else change.mutate({ ...changes, id: event.id, handles }, { onSuccess });
  };
  return { save, isBusy: add.isPending || addEach.isPending || change.isPending };
}
