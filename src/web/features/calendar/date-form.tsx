import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import type { EventForm, EventResource } from '#contract/calendar/events.ts';
import { isPublicDate } from '#newsletter/events/public-dates.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useSchool } from '#web/api/account.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import classes from './calendar.module.css';
import { changesOf, formOf, useDateActions } from './calendar-data.ts';
import type { GroupOption } from './group-option.ts';
import { daysOf, type TypedDate, toForm, typedDate, typedOf } from './typed-date.ts';
import { useCallOff } from './use-call-off.ts';
import { useSaid, useSaidEach } from './use-said.ts';

/** What is asked of a date. `event`: null for a new one, on the day `day`. */
export function DateForm({
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
  const callOff = useCallOff();
  const [chosen, setChosen] = useState<readonly string[]>(event?.attributes.groups ?? []);
  const [isLong, setLong] = useState(event !== null && event.attributes.last_day !== null);
  const [isEach, setEach] = useState(false);
  const [days, setDays] = useState<readonly string[]>([]);
  const { save, isBusy } = useSaveDate(event, onClose);
  const { form, props } = useSchemaForm<TypedDate>(typedDate, typedOf(event, day), (typed) =>
    save(toForm(typed, chosen, false), isEach ? days : [], showFieldErrors(form)),
  );
  const field = (name: keyof TypedDate) => form.getInputProps(name);
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

/** Saves a date, or one on each of several days, and says so. */
function useSaveDate(event: EventResource | null, onSaved: () => void) {
  const { add, addEach, change } = useDateActions();
  const said = useSaid();
  const saidEach = useSaidEach();
  const save = (body: EventForm, days: readonly string[], handles: (error: ApiError) => boolean) => {
    const changes = event === null ? null : changesOf(body, formOf(event));
    const onSuccess = (saved: EventResource) => {
      said(saved, changes);
      onSaved();
    };
    if (days.length > 0) {
      const onAll = (made: readonly EventResource[]) => {
        saidEach(made);
        onSaved();
      };
      addEach.mutate({ ...body, last_day: null, days, handles }, { onSuccess: onAll });
    } else if (event === null) add.mutate({ ...body, handles }, { onSuccess });
    else change.mutate({ ...changes, id: event.id, handles }, { onSuccess });
  };
  return { save, isBusy: add.isPending || addEach.isPending || change.isPending };
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
