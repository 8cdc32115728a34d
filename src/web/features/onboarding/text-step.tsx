import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { stripPhone } from '#contract/fields.ts';
import { afterPress } from '#ui/after-press.ts';
import { takeFocus } from '#ui/take-focus.ts';
import type { Answers } from './answers.ts';
import { problemOf, type TextStep } from './steps.ts';

const FIELDS = {
  name: { label: 'School name', autoComplete: 'organization' },
  email: { label: 'School email', type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: {
    label: 'School phone',
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
    description: 'Digits, dots and hyphens',
  },
  title: { label: 'Newsletter title', placeholder: 'Newsletter Title', autoComplete: 'off' },
} as const satisfies Record<TextStep, TextInputProps>;

/** The field of a text step. It shows its error on blur; `refusal` is the server's message. */
export function TextField({
  step,
  answers,
  refusal,
  onChange,
}: {
  step: TextStep;
  answers: Answers;
  refusal: string | undefined;
  onChange: (value: string) => void;
}) {
  const [isTouched, setTouched] = useState(false);
  return (
    <TextInput
      {...FIELDS[step]}
      ref={takeFocus}
      name={step}
      value={answers[step]}
      error={refusal ?? (isTouched ? problemOf(step, answers) : null)}
      onBlur={() => afterPress(() => setTouched(true))}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        onChange(step === 'phone' ? stripPhone(typed) : typed);
      }}
    />
  );
}
