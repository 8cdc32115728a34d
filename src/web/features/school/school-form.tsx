import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { z } from 'zod';
import { SCHOOL_LANGUAGES, type SchoolResource, schoolDetailsForm } from '#contract/school.ts';
import { languageName } from '#newsletter/values/language-names.ts';
import { completeWebAddress } from '#newsletter/values/url.ts';
import { atRelease } from '#ui/after-press.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import card from '#ui/forms/form-card.module.css';
import { required } from '#ui/forms/required.ts';
import { changedValues, storedValues } from '#ui/forms/stored-values.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { PhoneField } from '#web/forms/form-fields.tsx';
import { useSuggestedAddress } from '#web/forms/suggested-address.tsx';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { useUnsavedValues } from '#web/forms/use-unsaved-values.tsx';
import { EmailConfirmation } from './email-confirmation.tsx';
import { useSaveSchool } from './use-save-school.ts';

/** The form for the school's details; only changed fields are sent. */
export function SchoolForm({ school }: { school: SchoolResource }) {
  const stored = storedValues(schoolDetailsForm, {
    ...school.attributes,
    language: offeredLanguage(school.attributes.language),
  });
  const save = useSaveSchool(school.id);
  const meant = useSuggestedAddress();
  const { form, props } = useSchemaForm(schoolDetailsForm, stored, (values) => {
    if (values.email !== stored.email && !meant.mayBeSent(values.email)) return;
    save.mutate(
      { body: changedValues(values, form.getInitialValues()), handles: showFieldErrors(form) },
      {
        onSuccess: () => {
          form.resetDirty();
          unsaved.clear();
        },
      },
    );
  });
  const unsaved = useUnsavedValues('school-details', stored, form.setValues);
  useUnsavedFormGuard(() => form.isDirty());
  return (
    <form {...props} className={`${card.card} ${card.form}`} onChange={() => unsaved.store(form.getValues())}>
      {unsaved.offer}
      <NameAndContact form={form} />
      {meant.hint(form, 'Save')}
      <EmailConfirmation school={school} />
      <TextInput
        {...required}
        label="Website"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
        key={form.key('website')}
        {...form.getInputProps('website')}
        onBlur={({ currentTarget: field }) => atRelease(() => completeWebsite(form, field))}
      />
      <Textarea
        autosize
        minRows={2}
        label="Postal address"
        description="Stands in the footers of newsletters"
        autoComplete="street-address"
        key={form.key('postal_address')}
        {...form.getInputProps('postal_address')}
      />
      <LanguageAndZone form={form} storedZone={stored.time_zone} />
      <Checkbox
        label="Search engines may list our published newsletters"
        key={form.key('search_engines')}
        {...form.getInputProps('search_engines', { type: 'checkbox' })}
      />
      <BusyButton className={card.submit ?? ''} busy={save.isPending} busyLabel="Saving…">
        Save
      </BusyButton>
    </form>
  );
}

type SchoolDetails = UseFormReturnType<z.output<typeof schoolDetailsForm>>;

function NameAndContact({ form }: { form: SchoolDetails }) {
  return (
    <>
      <TextInput
        {...required}
        label="School name"
        autoComplete="organization"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <div className={card.pair}>
        <TextInput
          {...required}
          label="School email"
          type="email"
          autoComplete="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PhoneField
          form={form}
          field="phone"
          required
          label="School phone"
          autoComplete="tel"
          key={form.key('phone')}
        />
      </div>
    </>
  );
}

function LanguageAndZone({ form, storedZone }: { form: SchoolDetails; storedZone: string }) {
  return (
    <div className={card.pair}>
      <NativeSelect
        label="Language of the newsletters"
        data={LANGUAGES}
        key={form.key('language')}
        {...form.getInputProps('language')}
      />
      <NativeSelect
        label="Time zone"
        data={timeZones(storedZone)}
        key={form.key('time_zone')}
        {...form.getInputProps('time_zone')}
      />
    </div>
  );
}

// A message that still applies stays: any change through the form would remove it, and move the button that is being pressed.
function completeWebsite(form: SchoolDetails, field: HTMLInputElement): void {
  const completed = completeWebAddress(field.value);
  if (completed === field.value) return;
  field.value = completed;
  form.getInputProps('website').onChange(completed);
}

const LANGUAGES = SCHOOL_LANGUAGES.map((tag) => ({ value: tag, label: languageName(tag) }));

// An older school may have a language that is not offered; its newsletters are in English.
function offeredLanguage(stored: string) {
  return SCHOOL_LANGUAGES.find((tag) => tag === stored) ?? 'en';
}

// The school's time zone is listed even if this browser does not know it.
function timeZones(current: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), current])].sort();
}
