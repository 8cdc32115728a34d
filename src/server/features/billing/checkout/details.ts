import type { BillingForm, BillingInformation } from '#contract/billing.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { planOfSubscriptions } from '#server/features/billing/plans/plan.ts';
import { listSubscriptions } from '#server/features/billing/repo.ts';
import { notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { findDetails, saveDetails } from './billed-repo.ts';
import { customerUpdate } from './customer.ts';

/** A school's billing details, for its invoices. */

const NOTHING: BillingForm = { first_name: '', last_name: '', email: '', telephone: '', address: '' };

/** The school's billing information; its id is the school's. */
export async function loadDetails(context: AppContext, { schoolId }: Member): Promise<BillingInformation> {
  return await context.database.forSchool(schoolId, async () => {
    const details = (await findDetails(context, schoolId)) ?? NOTHING;
    const subscriptions = await listSubscriptions(context, schoolId);
    const current = planOfSubscriptions(subscriptions)?.subscriptionId;
    const card = subscriptions.find(({ id }) => id === current);
    const attributes = {
      ...details,
      card_last4: card?.cardLast4 ?? null,
      card_expires_at: card?.cardExpiresAt?.toISOString() ?? null,
    };
    return { id: schoolId, type: 'billing_information', attributes };
  });
}

/** Changes the given fields. Throws 404 for another school's. */
export async function updateDetails(
  context: AppContext,
  caller: Member,
  id: string,
  form: { readonly [K in keyof BillingForm]?: BillingForm[K] | undefined },
): Promise<void> {
  const { schoolId, personId } = caller;
  if (id !== schoolId) throw notFound('Billing information');
  await context.database.forSchool(schoolId, async () => {
    const before = (await findDetails(context, schoolId)) ?? NOTHING;
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
    const after = { ...before, ...given };
    const fields = Object.keys(given).filter((key) => Reflect.get(before, key) !== Reflect.get(after, key));
    if (fields.length === 0) return;
    await saveDetails(context, schoolId, after);
    await recordAudit(context, { schoolId, personId }, 'billing_changed', 'billing details', { fields });
    await context.jobs.send(customerUpdate, { schoolId });
  });
}
