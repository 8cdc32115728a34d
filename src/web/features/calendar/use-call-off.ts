import { useNavigate } from 'react-router';
import type { EventResource } from '#contract/calendar/events.ts';
import { screenPath } from '#contract/paths.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useDateActions } from './calendar-data.ts';

/** Calls a date off at once, and offers to write to families. */
export function useCallOff(): (event: EventResource) => void {
  const { change, tell } = useDateActions();
  const navigate = useNavigate();
  return (event) =>
    change.mutate(
      { id: event.id, is_cancelled: true },
      {
        onSuccess: (off) => {
          const write = () =>
            tell.mutate(off, { onSuccess: (id) => void navigate(screenPath('editor', { id })) });
          toast.success(`‘${off.attributes.title}’ is called off`, {
            action: { label: 'Write to families', run: write },
          });
        },
      },
    );
}
