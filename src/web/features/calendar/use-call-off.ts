import type { EventResource } from '#contract/calendar/events.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useDateActions } from './calendar-data.ts';
import { useWriteToFamilies } from './use-write-to-families.ts';

/** Calls a date off at once, or puts it back on, and offers to write to families. */
export function useCallOff(): (event: EventResource, isOff: boolean) => void {
  const { change } = useDateActions();
  const writeToFamilies = useWriteToFamilies();
  // Not a mutation's callback: the panel with the button has closed by then, which would drop it.
  const run = async ({ id }: EventResource, isOff: boolean) => {
    const changed = await change.mutateAsync({ id, is_cancelled: isOff }).catch(() => null);
    if (changed === null) return;
    toast.success(`‘${changed.attributes.title}’ is ${isOff ? 'cancelled' : 'on again'}`, {
      action: { label: 'Write to families', run: () => writeToFamilies(changed, isOff ? 'off' : 'on') },
    });
  };
  return (event, isOff) => void run(event, isOff);
}
