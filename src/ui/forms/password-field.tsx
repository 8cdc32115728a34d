import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for a password that is also marked as invalid for screen readers: Mantine does so for all other fields. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput {...props} aria-invalid={Boolean(props.error) || undefined} />;
}
