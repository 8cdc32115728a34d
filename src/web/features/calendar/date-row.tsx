import { ActionIcon, Menu } from '@mantine/core';
import { IconBan, IconCheck, IconDots, IconMail, IconPencil, IconTrash } from '@tabler/icons-react';
import { EVENT_MESSAGES, type EventResource } from '#contract/calendar/events.ts';
import { dayParts } from '#newsletter/values/dates.ts';
import { toast } from '#ui/feedback/toast.ts';
import classes from './calendar.module.css';
import { formOf, useDateActions } from './calendar-data.ts';
import { announcedIn, whenAndWhere } from './date-words.ts';
import type { GroupOption } from './group-option.ts';
import { useCallOff } from './use-call-off.ts';
import { concernsFamilies, useWriteToFamilies } from './use-write-to-families.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** A date with a menu of its actions. */
export function DateRow({
  event,
  groups,
  onEdit,
}: {
  event: EventResource;
  groups: readonly GroupOption[];
  onEdit: () => void;
}) {
  const { attributes } = event;
  const names = groups.filter(({ id }) => attributes.groups.includes(id)).map(({ name }) => name);
  const facts = [...whenAndWhere(attributes), announcedIn(attributes)].filter(Boolean).join(' · ');
  const isOff = attributes.is_cancelled;
  return (
    <li className={classes.date}>
      <DayTile day={attributes.date} />
      <div className={classes.words}>
        <button type="button" className={classes.name} onClick={onEdit}>
          {isOff ? <s>{attributes.title}</s> : attributes.title}
        </button>
        <p className={classes.facts}>
          {isOff && <strong className={classes.off}>Cancelled</strong>}
          {isOff && facts !== '' && ' · '}
          {facts}
        </p>
      </div>
      {names.length > 0 && <p className={classes.groups}>{names.join(', ')}</p>}
      <DateMenu event={event} onEdit={onEdit} />
    </li>
  );
}

/** A day as a small leaf of a calendar. */
export function DayTile({ day, isHoliday = false }: { day: string; isHoliday?: boolean }) {
  return (
    <time className={classes.tile} dateTime={day} data-holiday={isHoliday || undefined}>
      {dayParts(day, 'en')?.weekday} <b>{Number(day.slice(8))}</b>
    </time>
  );
}

function DateMenu({ event, onEdit }: { event: EventResource; onEdit: () => void }) {
  const { title, is_cancelled, can_delete } = event.attributes;
  const { add, remove } = useDateActions();
  const writeToFamilies = useWriteToFamilies();
  const callOff = useCallOff();
  const takeOut = () =>
    remove.mutate(event.id, {
      onSuccess: () =>
        toast.success(`‘${title}’ deleted`, {
          action: { label: 'Undo', run: () => add.mutate(formOf(event)) },
        }),
    });
  return (
    <Menu width={240}>
      <Menu.Target>
        <ActionIcon aria-label={`Options for ${title}`} size={44}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
          Edit
        </Menu.Item>
        {concernsFamilies(event) && (
          <Menu.Item
            leftSection={<IconMail {...icon} />}
            onClick={() => writeToFamilies(event, is_cancelled ? 'off' : 'reminder')}
          >
            Write to families
          </Menu.Item>
        )}
        {is_cancelled ? (
          <Menu.Item leftSection={<IconCheck {...icon} />} onClick={() => callOff(event, false)}>
            It is on again
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconBan {...icon} />} onClick={() => callOff(event, true)}>
            Mark as cancelled
          </Menu.Item>
        )}
        <Menu.Divider />
        {can_delete ? (
          <Menu.Item data-danger leftSection={<IconTrash {...icon} />} onClick={takeOut}>
            Delete
          </Menu.Item>
        ) : (
          <Menu.Label>{is_cancelled ? SEEN : EVENT_MESSAGES.seen}</Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const SEEN = 'Families have seen this date, so it stays here';
