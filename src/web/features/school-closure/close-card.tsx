import { TextInput } from '@mantine/core';
import type { SchoolResource } from '#contract/school.ts';
import {
  CLOSING_DAYS,
  matchesTypedName,
  SCHOOL_CLOSURE_MESSAGES,
  schoolNameForm,
} from '#contract/school-closure.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { useUnloadGuard } from '#web/forms/use-unsaved-form-guard.ts';
import classes from './school-closure.module.css';
import { useCloseSchool } from './school-closure-data.ts';

/** The form that closes the school once its name is typed. */
export function CloseCard({ school }: { school: SchoolResource }) {
  const { name } = school.attributes;
  // Compared in the browser too, so that a wrong name needs no round trip.
  const schema = schoolNameForm.refine((given) => matchesTypedName(given.name, name), {
    error: SCHOOL_CLOSURE_MESSAGES.nameDiffers,
    path: ['name'],
  });
  const { form, props } = useSchemaForm(schema, { name: '' }, (values) => closing.mutate(values.name));
  const closing = useCloseSchool(school.id, showFieldErrors(form));
  useUnloadGuard(() => form.isDirty());
  return (
    <section className={classes.card} aria-labelledby="close">
      <h2 className={classes.title} id="close">
        Close the school
      </h2>
      <ul className={classes.points}>
        <li>The public pages of your newsletters are gone at once, and nothing more is sent.</li>
        <li>Your staff are signed out and cannot sign in any more. You can.</li>
        <li>
          The renewal of your plan is cancelled, and stays so when you take the school back, until you
          re-enable it. What is paid is not paid back.
        </li>
        <li>
          After {CLOSING_DAYS} days everything is deleted: newsletters, files, people, subscribers and
          invoices. Until then you can take the school back.
        </li>
      </ul>
      <form {...props} className={classes.form}>
        <TextInput
          {...required}
          label={`Type ‘${name}’ to confirm`}
          autoComplete="off"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <BusyButton
          className={classes.submit ?? ''}
          variant="danger"
          busy={closing.isPending}
          busyLabel="Closing…"
        >
          Close the school
        </BusyButton>
      </form>
    </section>
  );
}
