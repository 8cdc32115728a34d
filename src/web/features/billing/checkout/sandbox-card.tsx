import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { billingRoutes, SANDBOX_CARDS, sandboxCardForm } from '#contract/billing.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import card from '#ui/forms/form-card.module.css';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import classes from '#web/features/billing/billing.module.css';
import type { CardUse } from '#web/features/billing/card-use.ts';
import { useUnloadGuard } from '#web/forms/use-unsaved-form-guard.ts';

/** The sandbox's card form. Its card numbers have eight digits, so that nobody enters a real one. */
export default function SandboxCard({ use }: { use: CardUse }) {
  const { form, props } = useSchemaForm(sandboxCardForm, { card_number: '' }, (values) => pay.mutate(values));
  const pay = useMutation({
    mutationFn: async (values: { card_number: string }) => {
      // Clear the errors of the last attempt.
      toast.clear();
      form.clearErrors();
      await call(billingRoutes.confirmInSandbox, {
        body: { ...values, client_secret: await use.secret() },
        handles: showFieldErrors(form),
      });
      await use.onTaken();
    },
    // Under the field, the error stays after the toast has disappeared.
    onError: (error) => {
      if (isApiError(error, 400) && error.body.errors === undefined)
        form.setFieldError('card_number', error.body.error_message);
    },
  });
  useUnloadGuard(() => form.isDirty() && !pay.isPending && !pay.isSuccess);
  return (
    <form {...props} className={card.form}>
      <p className={classes.sandbox}>
        This is the sandbox: no money moves, and real card numbers are not taken. The card{' '}
        <strong>{SANDBOX_CARDS.pays}</strong> pays, <strong>{SANDBOX_CARDS.declined}</strong> is declined,{' '}
        <strong>{SANDBOX_CARDS.expires}</strong> pays once and has expired by the next renewal.
      </p>
      <TextInput
        label="Card number"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        placeholder="8 digits"
        key={form.key('card_number')}
        {...form.getInputProps('card_number')}
      />
      <BusyButton size="lg" busy={pay.isPending} busyLabel={use.busyLabel}>
        {use.button}
      </BusyButton>
    </form>
  );
}
