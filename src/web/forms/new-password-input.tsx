import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type ChangeEvent, useState } from 'react';
import {
  loadEstimator,
  type PasswordOwner,
  type PasswordStrength,
  passwordStrength,
} from '#contract/rules/password-strength.ts';
import { productName } from '#web/words/product.ts';
import classes from './new-password-input.module.css';

/** How long somebody has to stop typing until the password is looked at, in milliseconds. */
const PAUSE_MS = 300;

type Props = PasswordInputProps & {
  /** As much as the screen knows of the person. */
  readonly owner?: Omit<PasswordOwner, 'product'>;
};

/**
 * A field for a new password, which says how easily the one in it is guessed; the server decides. The estimator is
 * loaded once the field has the focus; where it cannot be, nothing is said.
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
  // A refusal at the field says the same.
  const strength = !props.error && estimated?.password === typed ? estimated.strength : null;
  return (
    <div>
      <PasswordInput
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
