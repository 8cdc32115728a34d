import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { stripPhone } from '#contract/fields.ts';
import { SCHOOL_LANGUAGES, type SchoolResource, schoolDetailsForm } from '#contract/school.ts';
import { showFieldErrors } from '../../api/form-errors.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useSchemaForm } from '../../kit/use-schema-form.ts';
import classes from './school.module.css';
import { useSaveSchool } from './use-save-school.ts';

type Details = {
  name: string;
  email: string;
  phone: string;
  website: string;
  language: string;
  time_zone: string;
  search_engines: boolean;
};

/** Changes the school's details; only what differs is sent. */
export function SchoolForm({ school }: { school: SchoolResource }) {
  const { name, email, phone, website, language, time_zone, search_engines } = school.attributes;
  const stored: Details = { name, email, phone, website: website ?? '', language, time_zone, search_engines };
  const save = useSaveSchool(school.id);
  const { form, props } = useSchemaForm<Details>(schoolDetailsForm, stored, (values) =>
    save.mutate({ body: changesOf(values, stored), handles: showFieldErrors(form) }),
  );
  const phoneProps = form.getInputProps('phone');
  return (
    <form {...props} className={`${classes.card} ${classes.form}`}>
      <TextInput
        label="School name"
        autoComplete="organization"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <div className={classes.pair}>
        <TextInput
          label="School email"
          type="email"
          autoComplete="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <TextInput
          label="School phone"
          type="tel"
          autoComplete="tel"
          key={form.key('phone')}
          {...phoneProps}
          onChange={(event) => {
            event.currentTarget.value = stripPhone(event.currentTarget.value);
            phoneProps.onChange(event);
          }}
        />
      </div>
      <TextInput
        label="Website"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
        key={form.key('website')}
        {...form.getInputProps('website')}
      />
      <div className={classes.pair}>
        <NativeSelect
          label="Language of the newsletters"
          data={languages(language)}
          key={form.key('language')}
          {...form.getInputProps('language')}
        />
        <NativeSelect
          label="Time zone"
          data={timeZones(time_zone)}
          key={form.key('time_zone')}
          {...form.getInputProps('time_zone')}
        />
      </div>
      <Checkbox
        label="Search engines may list our published newsletters"
        key={form.key('search_engines')}
        {...form.getInputProps('search_engines', { type: 'checkbox' })}
      />
      <BusyButton className={classes.submit ?? ''} busy={save.isPending} busyLabel="Saving…">
        Save
      </BusyButton>
    </form>
  );
}

function changesOf(values: Details, stored: Details): Partial<Details> {
  const before: Readonly<Record<string, unknown>> = stored;
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => before[field] !== value));
}

function languages(current: string) {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const tags = [...new Set([...SCHOOL_LANGUAGES, current])];
  return tags.map((tag) => ({ value: tag, label: names.of(tag) ?? tag }));
}

// The school's own stands there even where this browser does not know it.
function timeZones(current: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), current])].sort();
}
