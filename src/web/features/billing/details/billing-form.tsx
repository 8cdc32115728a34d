import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type BillingInformation,
  billingForm,
  billingRoutes,
  type BillingForm as Values,
} from '#contract/billing.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import card from '#ui/forms/form-card.module.css';
import { storedValues } from '#ui/forms/stored-values.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import classes from '#web/features/billing/billing.module.css';
import { billingQuery } from '#web/features/billing/billing-data.ts';
import { ContactFields, PersonFields } from '#web/forms/form-fields.tsx';
import { useUnsavedFormGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { useUnsavedValues } from '#web/forms/use-unsaved-values.tsx';
import { currentSession } from '#web/session/session.ts';

/** The form for the billing details. `onSaved` is called after saving; the button stays busy until it resolves. */
export function BillingDetailsForm({
  information,
  button,
  busyLabel,
  above,
  onSaved,
}: {
  information: BillingInformation;
  button: string;
  busyLabel: string;
  above?: ReactNode;
  onSaved: () => Promise<void>;
}) {
  const client = useQueryClient();
  const initial = initialValues(information);
  const { form, props } = useSchemaForm(billingForm, initial, (values) => save.mutate(values));
  const save = useMutation({
    mutationFn: async (values: Values) => {
      const { billing_information: saved } = await call(billingRoutes.updateBillingInformation, {
        params: { id: information.id },
        body: values,
        handles: showFieldErrors(form),
      });
      client.setQueryData(billingQuery.queryKey, saved.data);
      unsaved.clear();
      await onSaved();
    },
  });
  const unsaved = useUnsavedValues('billing-details', initial, form.setValues);
  useUnsavedFormGuard(() => form.isDirty());
  return (
    <form
      {...props}
      className={`${classes.card} ${card.form}`}
      onChange={() => unsaved.store(form.getValues())}
    >
      {unsaved.offer}
      {above}
      <PersonFields form={form} section="billing" emailHint="Receipts go to this address." />
      <ContactFields form={form} section="billing" required />
      <BusyButton className={card.submit ?? ''} busy={save.isPending} busyLabel={busyLabel}>
        {button}
      </BusyButton>
    </form>
  );
}

// An empty form is prefilled with the details of the person who fills it in.
function initialValues({ attributes }: BillingInformation): Values {
  const stored = storedValues(billingForm, attributes);
  const person = currentSession()?.user.attributes;
  const isNew = Object.values(stored).every((each) => each === '');
  return isNew && person !== undefined ? storedValues(billingForm, person) : stored;
}
