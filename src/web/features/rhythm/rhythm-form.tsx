import '@mantine/core/styles/Switch.layer.css';
import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { draftDaysMax, RHYTHMS } from '#contract/rhythm/issue-days.ts';
import {
  RHYTHM_MESSAGES,
  type RhythmForm,
  type RhythmResource,
  rhythmForm,
} from '#contract/rhythm/rhythm.ts';
import { dayInTitle } from '#newsletter/issues/next-issue.ts';
import { FRIDAY, formatWeekday } from '#newsletter/values/dates.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import card from '#ui/forms/form-card.module.css';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { NextDates } from './next-dates.tsx';
import classes from './rhythm.module.css';
import { useSaveRhythm } from './rhythm-data.ts';
import { startOn, twoStarts, WEEKDAYS, weekdayBefore, weekdayOf } from './starts.ts';

type Attributes = RhythmResource['attributes'];
type Named = { readonly id: string; readonly title: string };

interface Props {
  readonly schoolId: string;
  readonly zone: string;
  readonly language: string;
  readonly stored: Attributes;
  readonly published: readonly Named[];
  readonly me: string | undefined;
}

const EVERY = { weekly: 'Every week', fortnightly: 'Every two weeks' } as const;

/** The form of the rhythm, with a preview of the next issues. */
export function RhythmFields({ schoolId, zone, language, stored, published, me }: Props) {
  const today = dayIn(zone, new Date());
  const offered = newslettersOf(stored, published);
  const form = useForm<RhythmForm>({
    initialValues: initialOf(stored, offered, { me, today }),
    validate: schemaResolver(rhythmForm, { sync: true }),
  });
  const save = useSaveRhythm(schoolId, showFieldErrors(form));
  useUnsavedFormGuard(() => form.isDirty());
  const copied = offered.find(({ id }) => id === form.values.newsletter_id);
  const outDay = copied === undefined ? null : dayInTitle(copied.title, language, today);
  const submit = form.onSubmit((values) => {
    save.mutate(values, {
      onSuccess: () => {
        form.resetDirty(values);
        toast.success(values.is_on ? RHYTHM_MESSAGES.saved : RHYTHM_MESSAGES.savedOff);
      },
    });
  }, focusFirstError(form));
  return (
    <form className={`${card.card} ${card.form} ${classes.card}`} noValidate onSubmit={submit}>
      <Switch
        size="md"
        color="var(--select)"
        withThumbIndicator={false}
        label="Make the next draft for us"
        {...form.getInputProps('is_on', { type: 'checkbox' })}
      />
      <NativeSelect
        label="Copy from"
        description="The first draft begins as its next issue; each later one copies the newsletter that came out last"
        data={offered.map(({ id, title }) => ({ value: id, label: title }))}
        {...form.getInputProps('newsletter_id')}
      />
      <IssueDays form={form} today={today} />
      <Checkbox
        label="In term only"
        description="Skips your holidays, and days outside your terms"
        {...form.getInputProps('in_term_only', { type: 'checkbox' })}
      />
      <NativeSelect
        label="In charge"
        description={notifiedText(stored, form.values.in_charge_id)}
        data={peopleOf(stored, form.values.in_charge_id)}
        {...form.getInputProps('in_charge_id')}
      />
      <NextDates form={form.values} stored={stored} zone={zone} isChanged={form.isDirty()} outDay={outDay} />
      <BusyButton className={card.submit ?? ''} busy={save.isPending} busyLabel="Saving…">
        Save
      </BusyButton>
    </form>
  );
}

/** The days on which issues come out, and how long before the draft is made. */
function IssueDays({ form, today }: { form: UseFormReturnType<RhythmForm>; today: string }) {
  const { every, first_on, draft_days_before } = form.values;
  const { starts, chosen } = twoStarts(first_on, today);
  const changeEvery = (value: string) => {
    const next = RHYTHMS.find((each) => each === value) ?? 'weekly';
    const days = Math.min(draft_days_before, draftDaysMax(next));
    form.setValues({ every: next, draft_days_before: days });
  };
  return (
    <div className={card.pair}>
      <NativeSelect
        label="How often"
        data={RHYTHMS.map((value) => ({ value, label: EVERY[value] }))}
        value={every}
        onChange={({ currentTarget }) => changeEvery(currentTarget.value)}
      />
      <NativeSelect
        label="On"
        data={WEEKDAYS}
        value={String(weekdayOf(first_on))}
        onChange={({ currentTarget }) =>
          form.setFieldValue('first_on', startOn(Number(currentTarget.value), today))
        }
      />
      {every === 'fortnightly' && (
        <NativeSelect
          label="In the weeks of"
          data={starts.map((day) => ({ value: day, label: formatWeekday(day) }))}
          value={chosen}
          onChange={({ currentTarget }) => form.setFieldValue('first_on', currentTarget.value)}
        />
      )}
      <TextInput label="To be out by" type="time" {...form.getInputProps('time')} />
      <NativeSelect
        label="Draft made"
        data={Array.from({ length: draftDaysMax(every) }, (_, index) => ({
          value: String(index + 1),
          label: `${daysBeforeText(index + 1)}, on ${weekdayBefore(first_on, index + 1)}`,
        }))}
        error={form.errors.draft_days_before}
        value={String(draft_days_before)}
        onChange={({ currentTarget }) => form.setFieldValue('draft_days_before', Number(currentTarget.value))}
      />
    </div>
  );
}

function initialOf(
  { rhythm, people, goes_on_from }: Attributes,
  offered: readonly Named[],
  { me, today }: { readonly me: string | undefined; readonly today: string },
): RhythmForm {
  const newest = goes_on_from?.id ?? offered[0]?.id ?? '';
  const mine = people.find(({ id }) => id === me)?.id ?? people[0]?.id ?? '';
  if (rhythm === null)
    return {
      is_on: false,
      every: 'weekly',
      first_on: startOn(FRIDAY, today),
      time: '15:00',
      draft_days_before: 4,
      in_term_only: true,
      newsletter_id: newest,
      in_charge_id: mine,
    };
  const isThere = people.some(({ id }) => id === rhythm.in_charge_id);
  return {
    ...rhythm,
    newsletter_id: rhythm.newsletter_id ?? newest,
    in_charge_id: (isThere ? rhythm.in_charge_id : null) ?? mine,
  };
}

// The chosen newsletter may be older than those offered.
function newslettersOf({ rhythm, goes_on_from }: Attributes, published: readonly Named[]): readonly Named[] {
  const chosen = [goes_on_from].flatMap((one) => (one === null ? [] : [one]));
  const known = [...published, ...chosen.filter(({ id }) => published.every((one) => one.id !== id))];
  const isKnown = known.some(({ id }) => id === rhythm?.newsletter_id);
  const id = rhythm?.newsletter_id ?? null;
  return isKnown || id === null ? known : [...known, { id, title: 'An earlier newsletter' }];
}

function peopleOf({ people }: Attributes, chosen: string) {
  const data = people.map(({ id, name }) => ({ value: id, label: name }));
  return people.some(({ id }) => id === chosen) ? data : [{ value: '', label: 'Please choose' }, ...data];
}

function notifiedText({ owner, rhythm, people }: Attributes, chosen: string): string {
  const hasLeft = rhythm !== null && people.every(({ id }) => id !== rhythm.in_charge_id);
  const others =
    owner === null || owner.id === chosen
      ? 'does everybody who writes a part of it'
      : `do ${owner.name} and everybody who writes a part of it`;
  const notice = `Gets an email with each draft, and so ${others}`;
  return hasLeft
    ? `Who was in charge has left. Until you choose somebody it is the owner. ${notice}`
    : notice;
}

function daysBeforeText(days: number): string {
  return days === 1 ? 'A day before' : `${days} days before`;
}
