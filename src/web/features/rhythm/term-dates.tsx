import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import { TERM_KINDS, type TermKind } from '#contract/rhythm/issue-days.ts';
import { type TermDates, type TermDatesForm, termDatesForm } from '#contract/rhythm/rhythm.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import card from '#ui/forms/form-card.module.css';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { focusContent } from '#web/app/focus-content.ts';
import { shortDate } from '#web/words/days.ts';
import classes from './rhythm.module.css';
import { useTermDates } from './rhythm-data.ts';

const KINDS: Readonly<Record<TermKind, string>> = { term: 'Term', holiday: 'Holiday' };

/** The terms and holidays of a school: adding and removing them. Past ones are folded. */
export function TermDatesCard({ dates, zone }: { dates: readonly TermDates[]; zone: string }) {
  const today = dayIn(zone, new Date());
  const coming = dates.filter(({ last_on }) => last_on >= today);
  const over = dates.filter(({ last_on }) => last_on < today);
  return (
    <section className={classes.panel} aria-labelledby="term-dates">
      <h2 id="term-dates" className={classes.heading}>
        Term dates
      </h2>
      <p className={classes.hint}>
        {coming.length === 0
          ? 'Add your terms and holidays, so that no issue falls into a holiday.'
          : 'With terms, issues come within them only. Holidays, such as half term, are left out.'}
      </p>
      {coming.length > 0 && <Rows label="Terms and holidays" dates={coming} />}
      {over.length > 0 && (
        <details className={classes.over}>
          <summary>Over ({over.length})</summary>
          <Rows label="Terms and holidays that are over" dates={over} />
        </details>
      )}
      <AddDates />
    </section>
  );
}

function Rows({ label, dates }: { label: string; dates: readonly TermDates[] }) {
  const { add, remove } = useTermDates();
  const takeOut = async ({ id, ...dates }: TermDates) => {
    const isDone = await remove.mutateAsync(id).then(
      () => true,
      () => false,
    );
    if (!isDone) return;
    const undo = { label: 'Undo', run: () => add.mutate(dates) };
    toast.success(`‘${dates.name}’ removed`, { action: undo });
    focusContent();
  };
  return (
    <ul className={classes.rows} aria-label={label}>
      {dates.map((each) => (
        <li key={each.id} className={classes.row}>
          <p className={classes.name}>
            {each.name} <span className={classes.kind}>{KINDS[each.kind]}</span>
          </p>
          <p className={classes.when}>{rangeText(each)}</p>
          <ActionIcon
            size={44}
            aria-label={`Remove ${each.name}`}
            disabled={remove.isPending}
            onClick={() => void takeOut(each)}
          >
            <IconTrash size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

const EMPTY: TermDatesForm = { kind: 'holiday', name: '', first_on: '', last_on: '' };

function AddDates() {
  const { add } = useTermDates();
  const { form, props } = useSchemaForm<TermDatesForm>(termDatesForm, EMPTY, (values) =>
    add.mutate(
      { ...values, handles: showFieldErrors(form) },
      {
        onSuccess: () => {
          // Emptying the fields renders new ones, which must exist to be focused.
          flushSync(() => form.setValues({ ...EMPTY, kind: values.kind }));
          // The old fields were left empty, which is an error.
          form.clearErrors();
          form.resetDirty();
          // The first field, which is always valid: leaving the empty name would report it as missing.
          form.getInputNode('kind')?.focus();
        },
      },
    ),
  );
  return (
    <form {...props} className={classes.add} aria-label="Add a term or holiday">
      <NativeSelect
        label="What"
        data={TERM_KINDS.map((value) => ({ value, label: KINDS[value] }))}
        key={form.key('kind')}
        {...form.getInputProps('kind')}
      />
      <TextInput label="Name" key={form.key('name')} {...form.getInputProps('name')} />
      <TextInput
        label="First day"
        type="date"
        key={form.key('first_on')}
        {...form.getInputProps('first_on')}
      />
      <TextInput label="Last day" type="date" key={form.key('last_on')} {...form.getInputProps('last_on')} />
      <BusyButton className={card.submit ?? ''} variant="default" busy={add.isPending} busyLabel="Adding…">
        Add
      </BusyButton>
    </form>
  );
}

function rangeText({ first_on, last_on }: TermDates): string {
  const year = last_on.slice(0, 4);
  if (first_on === last_on) return `${shortDate(first_on)} ${year}`;
  const from =
    first_on.slice(0, 4) === year ? shortDate(first_on) : `${shortDate(first_on)} ${first_on.slice(0, 4)}`;
  return `${from} – ${shortDate(last_on)} ${year}`;
}
