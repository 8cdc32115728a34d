import { Drawer } from '@mantine/core';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import type { EventResource } from '#contract/calendar/events.ts';
import { ModalGuard } from '#ui/dialogs/modal-guard.tsx';
import classes from './calendar.module.css';
import { DateForm } from './date-form.tsx';
import type { GroupOption } from './group-option.ts';

/** The form of a date, beside the calendar. `event`: null for a new one, on the day `day`. */
export function DatePanel({
  event,
  day = '',
  groups,
  onClose,
}: {
  event: EventResource | null;
  day?: string;
  groups: readonly GroupOption[];
  onClose: () => void;
}) {
  return (
    <Drawer.Root opened onClose={onClose} position="right" offset={12} size={464} radius="lg">
      <Drawer.Overlay color="var(--scrim)" backgroundOpacity={1} />
      <Drawer.Content aria-label={event?.attributes.title ?? 'New date'}>
        <ModalGuard />
        <div className={classes.panelHead}>
          <h2 className={classes.panelTitle}>{event?.attributes.title ?? 'New date'}</h2>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <DateForm event={event} day={day} groups={groups} onClose={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
