import { z } from 'zod';
import type { BillingForm } from '#contract/billing.ts';
import type { AppContext } from '#server/context.ts';
import { lockSchool, type School } from '#server/data/schools.ts';
import { notFound } from '#server/platform/http/errors.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import type { BilledTo } from '#server/platform/payments/payments.ts';
import { findCustomer, findDetails, noteCustomer } from './billed-repo.ts';

/** As whom the payment provider knows a school. */

/** Tells the provider what has changed, so that its next invoice is made out right. */
export const customerUpdate = queue('payment_customer', z.object({ schoolId: z.uuid() }));

/** Has the changes told once the jobs start. */
export function defineCustomerUpdate(context: AppContext): void {
  context.jobs.define(customerUpdate, async ({ schoolId }) => {
    const known = await context.database.forSchool(schoolId, () => findCustomer(context, schoolId));
    // Who has never chosen a plan is nobody's customer yet.
    if (known !== null) await putCustomer(context, schoolId, known);
  });
}

/** Makes the school known to the provider as it is billed now, once for a key. Resolves to its customer id there. */
export async function putCustomer(context: AppContext, schoolId: string, key: string): Promise<string> {
  const { known, ...to } = await context.database.forSchool(schoolId, async () => {
    const school = await lockSchool(context.database, schoolId);
    if (school === undefined) throw notFound('School');
    const details = await findDetails(context, schoolId);
    return { known: await findCustomer(context, schoolId), billedTo: billedTo(details, school) };
  });
  const customerId = await context.payments.putCustomer({ key, schoolId, customerId: known, ...to });
  if (customerId !== known)
    await context.database.forSchool(schoolId, () => noteCustomer(context, schoolId, customerId));
  return customerId;
}

// Where nothing was filled in yet, the school itself.
function billedTo(details: BillingForm | undefined, school: School): BilledTo {
  if (details === undefined)
    return { name: school.name, email: school.email, telephone: school.phone, address: '' };
  const { first_name, last_name, email, telephone, address } = details;
  const person = `${first_name} ${last_name}`.trim();
  return {
    name: person === '' ? school.name : `${person}, ${school.name}`,
    email: email || school.email,
    telephone,
    address,
  };
}

/** As it stands on an invoice, below the school's name. */
export function lineOf(details: BillingForm | undefined): readonly string[] {
  if (details === undefined) return [];
  const { first_name, last_name, email, telephone, address } = details;
  return [`${first_name} ${last_name}`.trim(), address, email, telephone].filter((line) => line !== '');
}
