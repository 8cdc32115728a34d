import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import type { EventResource } from '#contract/calendar/events.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import classes from './calendar.module.css';
import { useDateActions } from './calendar-data.ts';
import { ForGroups } from './for-groups.tsx';
import type { GroupOption } from './group-option.ts';
import { daysOf, type TypedDate, toForm, typedDate, typedOf } from './typed-date.ts';
import { useCallOff } from './use-call-off.ts';
import { useSaveDate } from './use-save-date.ts';

/** The form's fields for a date. `event`: null for a new one, on the day `day`. */
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
  const [isEach, setEach] = useState(false);
  const [days, setDays] = useState<readonly string[]>([]);
  const { save, isBusy } = useSaveDate(event, onClose);
  const { form, props } = useSchemaForm<TypedDate>(typedDate, typedOf(event, day), (typed) =>
    save(toForm(typed, chosen, false), isEach ? days : [], showFieldErrors(form)),
  );
  const field = (name: keyof TypedDate) => form.getInputProps(name);
  // Only for a new date: an existing one is never split.
  const lookAtDays = () => event === null && setDays(daysOf(form.getValues()));
  return (
    <form {...props} className={classes.form} onChange={lookAtDays}>
      <TextInput {...required} label="Title" data-autofocus key={form.key('title')} {...field('title')} />
      <WhenFields
        form={form}
        wasLong={event !== null && event.attributes.last_day !== null}
        days={days}
        isEach={isEach}
        onEach={setEach}
      />
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

function WhenFields({
  form,
  wasLong,
  days,
  isEach,
  onEach,
}: {
  form: ReturnType<typeof useSchemaForm<TypedDate>>['form'];
  /** Whether the date was on several days. */
  wasLong: boolean;
  /** The days on which the times may be meant. */
  days: readonly string[];
  isEach: boolean;
  onEach: (isEach: boolean) => void;
}) {
  const [isLong, setLong] = useState(wasLong);
  const field = (name: keyof TypedDate) => form.getInputProps(name);
  return (
    <>
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
          onChange={({ currentTarget: { checked } }) => onEach(checked)}
        />
      )}
    </>
  );
}

function optional(label: string) {
  return (
    <>
      {label} <span className={classes.optional}>(optional)</span>
    </>
  );
}

function StandsIn({ event }: { event: EventResource }) {
  const { told_in } = event.attributes;
  if (told_in.length === 0) return null;
  return (
    <section aria-labelledby="stands-in">
      <h3 id="stands-in" className={classes.label}>
        Stands in
      </h3>
      <ul className={classes.newsletter}>
        {told_in.map((newsletter) => (
          <li key={newsletter.id}>
            <IconFileText size={20} stroke={1.75} aria-hidden="true" />
            <span>
              {newsletter.title}
              {newsletter.says !== null && <em>says: {newsletter.says}</em>}
            </span>
            {newsletter.says !== null && (
              <CorrectButton event={event} newsletter={newsletter.id} title={newsletter.title} />
            )}
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
