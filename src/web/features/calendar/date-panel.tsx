import { Button, Checkbox, Drawer, Textarea, TextInput } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { type EventForm, type EventResource, eventForm } from '#contract/calendar/events.ts';
import { daysWithTimes } from '#newsletter/events/each-day.ts';
import { isPublicDate } from '#newsletter/events/public-dates.ts';
import { ModalGuard } from '#ui/dialogs/modal-guard.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useSchool } from '#web/api/account.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import classes from './calendar.module.css';
import { changesOf, formOf, useDateActions } from './calendar-data.ts';
import type { GroupOption } from './group-option.ts';
import { useCallOff } from './use-call-off.ts';
import { useSaid, useSaidEach } from './use-said.ts';

/** What is typed: an empty field is absent. */
const typedDate = z
  .object({
    title: z.string(),
    description: z.string(),
    date: z.string(),
    last_day: z.string(),
    time: z.string(),
    end: z.string(),
    place: z.string(),
  })
  .superRefine((typed, context) => {
    const { error } = eventForm.safeParse(toForm(typed, [], false));
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
  });
type Typed = z.output<typeof typedDate>;

function toForm(typed: Typed, groups: readonly string[], is_cancelled: boolean): EventForm {
  const { title, description, date } = typed;
  const given = (text: string) => (text === '' ? null : text);
  // Browsers may add seconds.
  const timeOf = (text: string) => given(text.slice(0, 5));
  return {
    ...{ title, description, date, groups: [...groups], is_cancelled },
    last_day: given(typed.last_day),
    time: timeOf(typed.time),
    end: timeOf(typed.end),
    place: given(typed.place),
  };
}

/** The days on which a date with times may be meant. */
function daysOf(typed: Typed): readonly string[] {
  const { date, last_day, time, end } = toForm(typed, [], false);
  return daysWithTimes({
    date,
    ...(last_day !== null && { last_day }),
    ...(time !== null && { time }),
    ...(end !== null && { end }),
  });
}

const EMPTY: Typed = { title: '', description: '', date: '', last_day: '', time: '', end: '', place: '' };

function typedOf(event: EventResource | null, day: string): Typed {
  if (event === null) return { ...EMPTY, date: day };
  const { title, description, date, last_day, time, end, place } = event.attributes;
  return {
    title,
    description,
    date,
    last_day: last_day ?? '',
    time: time ?? '',
    end: end ?? '',
    place: place ?? '',
  };
}

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

function DateForm({
  event,
  day,
  groups,
  onClose,
}: {
  event: EventResource | null;
  day: string;
  groups: readonly GroupOption[];
  onClose: () => void;
}) {
  const { add, addEach, change } = useDateActions();
  const said = useSaid();
  const saidEach = useSaidEach();
  const callOff = useCallOff();
  const [chosen, setChosen] = useState<readonly string[]>(event?.attributes.groups ?? []);
  const [isLong, setLong] = useState(event !== null && event.attributes.last_day !== null);
  const [isEach, setEach] = useState(false);
  const [days, setDays] = useState<readonly string[]>([]);
  const { form, props } = useSchemaForm<Typed>(typedDate, typedOf(event, day), (typed) => {
    const body = toForm(typed, chosen, false);
    const handles = showFieldErrors(form);
    const changes = event === null ? null : changesOf(body, formOf(event));
    const onSuccess = (saved: EventResource) => {
      said(saved, changes);
      onClose();
    };
    if (isEach && days.length > 0) {
      const onAll = (made: readonly EventResource[]) => {
        saidEach(made);
        onClose();
      };
      addEach.mutate({ ...body, last_day: null, days, handles }, { onSuccess: onAll });
    } else if (event === null) add.mutate({ ...body, handles }, { onSuccess });
    else change.mutate({ ...changes, id: event.id, handles }, { onSuccess });
  });
  const field = (name: keyof Typed) => form.getInputProps(name);
  const isBusy = add.isPending || addEach.isPending || change.isPending;
  // Of a new date; another one stays what it is.
  const lookAtDays = () => event === null && setDays(daysOf(form.getValues()));
  return (
    <form {...props} className={classes.form} onChange={lookAtDays}>
      <TextInput {...required} label="Title" data-autofocus key={form.key('title')} {...field('title')} />
      <div className={classes.when}>
        <TextInput {...required} label="Date" type="date" key={form.key('date')} {...field('date')} />
        <TextInput label="From" type="time" key={form.key('time')} {...field('time')} />
        <TextInput label="To" type="time" key={form.key('end')} {...field('end')} />
      </div>
      {isLong ? (
        <TextInput label="Last day" type="date" key={form.key('last_day')} {...field('last_day')} />
      ) : (
        <button type="button" className={classes.more} onClick={() => setLong(true)}>
          More than one day
        </button>
      )}
      {days.length > 0 && (
        <Checkbox
          label="These times on each day"
          description={isEach ? `Makes ${days.length} dates` : 'Otherwise one date, through the night'}
          checked={isEach}
          onChange={({ currentTarget: { checked } }) => setEach(checked)}
        />
      )}
      <TextInput label={optional('Place')} key={form.key('place')} {...field('place')} />
      <Textarea
        label={optional('Details')}
        minRows={2}
        maxRows={6}
        autosize
        key={form.key('description')}
        {...field('description')}
      />
      {groups.length > 0 && <ForGroups groups={groups} chosen={chosen} onChoose={setChosen} />}
      {event !== null && <StandsIn event={event} />}
      <div className={classes.answers}>
        <BusyButton busy={isBusy} busyLabel="Saving…">
          Save date
        </BusyButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {event !== null && !event.attributes.is_cancelled && (
          <button
            type="button"
            className={classes.callOff}
            onClick={() => {
              callOff(event, true);
              onClose();
            }}
          >
            Mark as cancelled
          </button>
        )}
      </div>
    </form>
  );
}

function optional(label: string) {
  return (
    <>
      {label} <span className={classes.optional}>(optional)</span>
    </>
  );
}

function ForGroups({
  groups,
  chosen,
  onChoose,
}: {
  groups: readonly GroupOption[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}) {
  const hasDiary = Boolean(useSchool()?.attributes.diary_url);
  return (
    <fieldset className={classes.for}>
      <legend>For</legend>
      <p className={classes.hint}>{whoSees(groups, chosen, hasDiary)}</p>
      <div className={classes.choices}>
        {groups.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function whoSees(groups: readonly GroupOption[], chosen: readonly string[], hasDiary: boolean): string {
  if (chosen.length === 0) return 'Whole school';
  if (!hasDiary) return 'Only the groups chosen here';
  return isPublicDate(chosen, groups)
    ? 'The groups chosen here. Everybody can see it in your public diary'
    : 'Only the groups chosen here. It is not in your public diary, as families cannot choose them';
}

function StandsIn({ event }: { event: EventResource }) {
  const { told_in } = event.attributes;
  if (told_in.length === 0) return null;
  return (
    <section aria-labelledby="stands-in">
      <h3 id="stands-in" className={classes.label}>
        Stands in
      </h3>
      <ul className={classes.told}>
        {told_in.map((told) => (
          <li key={told.id}>
            <IconFileText size={20} stroke={1.75} aria-hidden="true" />
            <span>
              {told.title}
              {told.says !== null && <em>says: {told.says}</em>}
            </span>
            {told.says !== null && <CorrectButton event={event} newsletter={told.id} title={told.title} />}
          </li>
        ))}
      </ul>
      <p className={classes.hint}>
        The diary changes at once, families’ calendars within a day, the newsletter when you publish it again.
      </p>
    </section>
  );
}

function CorrectButton({
  event,
  newsletter,
  title,
}: {
  event: EventResource;
  newsletter: string;
  title: string;
}) {
  const { correct } = useDateActions();
  return (
    <Button
      variant="default"
      size="xs"
      disabled={correct.isPending}
      aria-label={`Correct ‘${title}’`}
      onClick={() => correct.mutate({ id: event.id, news_letter_id: newsletter })}
    >
      Correct
    </Button>
  );
}
