import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { stripPhone } from '#contract/fields.ts';
import card from './form-card.module.css';

/** What the fields need of a form that has them. */
interface FormWith<Field extends string> {
  key(field: Field): string;
  getInputProps(field: Field): GetInputPropsReturnType;
}

/** First and last name side by side. `section` is 'billing' where they are, and 'off' for somebody else's. */
export function NameFields({
  form,
  section = '',
}: {
  form: FormWith<'first_name' | 'last_name'>;
  section?: '' | 'billing' | 'off';
}) {
  return (
    <div className={card.pair}>
      <TextInput
        label="First name"
        autoComplete={autoComplete(section, 'given-name')}
        autoFocus
        key={form.key('first_name')}
        {...form.getInputProps('first_name')}
      />
      <TextInput
        label="Last name"
        autoComplete={autoComplete(section, 'family-name')}
        key={form.key('last_name')}
        {...form.getInputProps('last_name')}
      />
    </div>
  );
}

function autoComplete(section: '' | 'billing' | 'off', field: string): string {
  return section === 'off' ? 'off' : `${section} ${field}`.trim();
}

/** A phone number: what the contract does not allow in one cannot be typed. */
export function PhoneField<Field extends string>({
  form,
  field,
  label,
  autoComplete: filledWith,
}: {
  form: FormWith<Field>;
  field: Field;
  label: string;
  autoComplete: string;
}) {
  const props = form.getInputProps(field);
  return (
    <TextInput
      label={label}
      type="tel"
      autoComplete={filledWith}
      {...props}
      onChange={(event) => {
        event.currentTarget.value = stripPhone(event.currentTarget.value);
        props.onChange(event);
      }}
    />
  );
}
