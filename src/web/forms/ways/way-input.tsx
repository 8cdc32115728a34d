import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Way } from '#contract/sign-in/ways/way.ts';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { required } from '#ui/forms/required.ts';
import { CodeInput } from './code-input.tsx';

interface WayInputProps {
  readonly way: Way;
  readonly label: string;
  readonly description?: string | undefined;
  readonly form: UseFormReturnType<Record<string, unknown>>;
}

/** The field in which the answer of a way is typed. It takes the focus. */
export function WayInput({ way: { id, field }, label, description, form }: WayInputProps) {
  const props = {
    ...required,
    label,
    description,
    'data-autofocus': true,
    autoFocus: true,
    ...form.getInputProps(id),
  };
  const key = form.key(id);
  if (field?.kind === 'password')
    return <PasswordField key={key} autoComplete="current-password" {...props} />;
  if (field?.kind === 'code') return <CodeInput key={key} {...props} />;
  return <TextInput key={key} autoComplete="off" autoCapitalize="none" spellCheck={false} {...props} />;
}
