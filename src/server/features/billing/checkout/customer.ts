import { z } from 'zod';
import type { BillingForm } from '#contract/billing.ts';
import { fullName } from '#contract/rules/names.ts';
import type { AppContext } from '#server/context.ts';
import { lockSchool, type School } from '#server/data/schools.ts';
import { notFound } from '#server/platform/http/errors.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import type { BilledTo } from '#server/platform/payments/payments.ts';
import { findCustomer, findDetails, saveCustomer } from './billed-repo.ts';

/** A school as a customer at the payment provider. */

/** Updates the customer at the provider, for its next invoice. */
export const customerUpdate = queue('payment_customer', z.object({ schoolId: z.uuid() }));

/** Defines the job. */
export function defineCustomerUpdate(context: AppContext): void {
  context.jobs.define(customerUpdate, async ({ schoolId }) => {
    const known = await context.database.forSchool(schoolId, () => findCustomer(context, schoolId));
    // A school is no customer before it chooses a plan.
    if (known !== null) await putCustomer(context, schoolId, known);
  });
}

/** Creates or updates the school's customer at the provider; `key` makes it idempotent. Returns the customer's id. */
export async function putCustomer(context: AppContext, schoolId: string, key: string): Promise<string> {
  const { known, ...to } = await context.database.forSchool(schoolId, async () => {
    const school = await lockSchool(context.database, schoolId);
    if (school === undefined) throw notFound('School');
    const details = await findDetails(context, schoolId);
    return { known: await findCustomer(context, schoolId), billedTo: billedTo(details, school) };
  });
  const customerId = await context.payments.putCustomer({ key, schoolId, customerId: known, ...to });
  if (customerId !== known)
    await context.database.forSchool(schoolId, () => saveCustomer(context, schoolId, customerId));
  return customerId;
}

// Bills the school itself until billing details are filled in.
function billedTo(details: BillingForm | undefined, school: School): BilledTo {
  if (details === undefined)
    return { name: school.name, email: school.email, telephone: school.phone, address: '' };
  const { email, telephone, address } = details;
  const person = fullName(details);
  return {
    name: person === '' ? school.name : `${person}, ${school.name}`,
    email: email || school.email,
    telephone,
    address,
  };
}

/** The billing details as lines of an invoice, below the school's name. */
export function billingLines(details: BillingForm | undefined): readonly string[] {
  if (details === undefined) return [];
  const { email, telephone, address } = details;
  return [fullName(details), address, email, telephone].filter((line) => line !== '');
}
