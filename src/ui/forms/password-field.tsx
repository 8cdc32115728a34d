import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for a password, which also says to screen readers that it is wrong: Mantine says so of all other fields. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput {...props} aria-invalid={Boolean(props.error) || undefined} />;
}
