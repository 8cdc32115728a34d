import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { stripPhone } from '#contract/fields.ts';
import card from '#ui/forms/form-card.module.css';
import { required } from '#ui/forms/required.ts';

/** The part of a form that these fields use. */
interface FormWith<Field extends string> {
  key(field: Field): string;
  getInputProps(field: Field): GetInputPropsReturnType;
}

/** The details that the browser autofills: one's own, the billing details, or none because they are another person's. */
type Section = '' | 'billing' | 'off';

/** The fields for first name, last name and email. */
export function PersonFields({
  form,
  section = '',
  emailHint,
  optionalNames = false,
}: {
  form: FormWith<'first_name' | 'last_name' | 'email'>;
  section?: Section;
  emailHint?: string;
  optionalNames?: boolean;
}) {
  const names = optionalNames ? {} : required;
  return (
    <>
      <div className={card.pair}>
        <TextInput
          {...names}
          label="First name"
          autoComplete={autoComplete(section, 'given-name')}
          autoFocus
          key={form.key('first_name')}
          {...form.getInputProps('first_name')}
        />
        <TextInput
          {...names}
          label="Last name"
          autoComplete={autoComplete(section, 'family-name')}
          key={form.key('last_name')}
          {...form.getInputProps('last_name')}
        />
      </div>
      <TextInput
        {...required}
        label="Email"
        type="email"
        autoComplete={autoComplete(section, 'email')}
        description={emailHint}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
    </>
  );
}

/** The fields for phone and postal address. */
export function ContactFields({
  form,
  section = '',
  required: isRequired = false,
}: {
  form: FormWith<'telephone' | 'address'>;
  section?: Section;
  required?: boolean;
}) {
  return (
    <>
      <PhoneField
        form={form}
        required={isRequired}
        field="telephone"
        label="Phone"
        autoComplete={autoComplete(section, 'tel')}
        key={form.key('telephone')}
      />
      <TextInput
        {...(isRequired && required)}
        label="Address"
        autoComplete={autoComplete(section, 'street-address')}
        key={form.key('address')}
        {...form.getInputProps('address')}
      />
    </>
  );
}

function autoComplete(section: Section, field: string): string {
  return section === 'off' ? 'off' : `${section} ${field}`.trim();
}

/** The field for a phone number. Characters that the contract does not allow cannot be typed. */
export function PhoneField<Field extends string>({
  form,
  field,
  label,
  autoComplete: filledWith,
  required: isRequired = false,
}: {
  form: FormWith<Field>;
  field: Field;
  label: string;
  autoComplete: string;
  required?: boolean;
}) {
  const props = form.getInputProps(field);
  return (
    <TextInput
      {...(isRequired && required)}
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
