import { useNavigate } from 'react-router';
import { BILLING_MESSAGES } from '#contract/billing.ts';
import { SCREENS } from '#contract/paths.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useBilling } from '#web/features/billing/billing-data.ts';
import { BillingFrame, Loaded } from '#web/features/billing/billing-frame.tsx';
import { BillingDetailsForm } from './billing-form.tsx';

/** Changes the billing details, outside a payment. */
export function Component() {
  const navigate = useNavigate();
  return (
    <BillingFrame
      here="Billing details"
      below="billing"
      title="Billing details"
      lead="They stand on your next invoice. Invoices that you have already stay as they are."
    >
      <Loaded query={useBilling()} what="your billing details" height={420}>
        {(information) => (
          <BillingDetailsForm
            information={information}
            button="Save"
            busyLabel="Saving…"
            onSaved={async () => {
              await navigate(SCREENS.invoices);
              toast.success(BILLING_MESSAGES.saved);
            }}
          />
        )}
      </Loaded>
    </BillingFrame>
  );
}
