import type { PasswordInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type ChangeEvent, useState } from 'react';
import {
  loadEstimator,
  type PasswordOwner,
  type PasswordStrength,
  passwordStrength,
} from '#contract/rules/password-strength.ts';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { productName } from '#web/words/product.ts';
import classes from './new-password-input.module.css';

/** The pause in typing after which the password is estimated, in milliseconds. */
const PAUSE_MS = 300;

type Props = PasswordInputProps & {
  /** Personal facts that the screen knows: in a password, they weaken it. */
  readonly owner?: Omit<PasswordOwner, 'product'>;
};

/**
 * A field for a new password that shows its strength; the server decides whether it is accepted. The estimator is loaded
 * when the field gets the focus. If that fails, no strength is shown.
 */
export function NewPasswordInput({ owner = {}, onChange, ...props }: Props) {
  const [typed, setTyped] = useState('');
  const [estimated, setEstimated] = useState<{ password: string; strength: PasswordStrength | null }>();
  const estimate = useDebouncedCallback(async (password: string) => {
    const strength = await passwordStrength(password, { ...owner, product: productName() }).catch(() => null);
    setEstimated({ password, strength });
  }, PAUSE_MS);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event);
    setTyped(event.currentTarget.value);
    estimate(event.currentTarget.value);
  };
  // The field's own error already says it.
  const strength = !props.error && estimated?.password === typed ? estimated.strength : null;
  return (
    <div>
      <PasswordField
        autoComplete="new-password"
        {...props}
        onChange={change}
        onFocus={() => void loadEstimator().catch(() => undefined)}
      />
      <p className={classes.strength} role="status">
        {strength !== null && <Strength strength={strength} />}
      </p>
    </div>
  );
}

function Strength({ strength: { level, message } }: { strength: PasswordStrength }) {
  const Icon = level === 'refused' ? IconAlertTriangle : IconCheck;
  return (
    <>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <span>{message}</span>
    </>
  );
}
