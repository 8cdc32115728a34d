import type { EventChange, EventResource } from '#contract/calendar/events.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useDateActions } from './calendar-data.ts';
import { concernsFamilies, useWriteToFamilies } from './use-write-to-families.ts';

/** The messages after saving a date. */

/** Shows that there is a date on each of the days. */
export function useAddedToast(): (made: readonly EventResource[]) => void {
  const { remove } = useDateActions();
  return (made) => {
    const [first] = made;
    const run = () => {
      for (const { id } of made) remove.mutate(id);
    };
    toast.success(`‘${first?.attributes.title}’ is in the calendar on ${made.length} days`, {
      action: { label: 'Undo', run },
    });
  };
}

/**
 * Shows that a date is saved, with the outdated words of a published newsletter, or an offer to write to families about the change.
 * `changes`: null for a new date.
 */
export function useSavedToast(): (saved: EventResource, changes: EventChange | null) => void {
  const { correct, remove } = useDateActions();
  const writeToFamilies = useWriteToFamilies();
  return (saved, changes) => {
    const { title, told_in, can_delete, is_cancelled } = saved.attributes;
    const stale = told_in.filter(({ says }) => says !== null);
    const [first] = stale;
    if (changes === null) {
      const undo = { label: 'Undo', run: () => remove.mutate(saved.id) };
      toast.success(`‘${title}’ is in the calendar`, can_delete ? { action: undo } : {});
    } else if (first !== undefined) {
      const publish = () => correct.mutate({ id: saved.id, news_letter_id: first.id });
      const newsletter = stale.length === 1 ? 'The published newsletter' : `‘${first.title}’`;
      toast.success(`Saved. ${newsletter} still says: ${first.says}`, {
        action: { label: 'Publish the correction', run: publish },
      });
    } else {
      const write = () => writeToFamilies(saved, is_cancelled ? 'off' : 'changed');
      const isNews = Object.keys(changes).length > 0 && concernsFamilies(saved);
      toast.success('Saved', isNews ? { action: { label: 'Write to families', run: write } } : {});
    }
  };
}
