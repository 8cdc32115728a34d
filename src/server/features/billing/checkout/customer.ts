import { z } from 'zod';
import type { BillingForm } from '#contract/billing.ts';
import type { House } from '#server/context.ts';
import { lockSchool, type School } from '#server/features/billing/repo.ts';
import { notFound } from '#server/platform/http/errors.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import type { BilledTo } from '#server/platform/payments/payments.ts';
import { findCustomer, findDetails, noteCustomer } from './billed-repo.ts';

/** As whom the payment provider knows a school. */

/** Tells the provider what has changed, so that its next invoice is made out right. */
export const customerUpdate = queue('payment_customer', z.object({ schoolId: z.uuid() }));

/** Has the changes told once the jobs start. */
export function defineCustomerUpdate(house: House): void {
  house.jobs.define(customerUpdate, async ({ schoolId }) => {
    const known = await house.database.forSchool(schoolId, () => findCustomer(house, schoolId));
    // Who has never chosen a plan is nobody's customer yet.
    if (known !== null) await putCustomer(house, schoolId, known);
  });
}

/** Makes the school known to the provider as it is billed now, once for a key. Resolves to its customer id there. */
export async function putCustomer(house: House, schoolId: string, key: string): Promise<string> {
  const { known, ...to } = await house.database.forSchool(schoolId, async () => {
    const school = await lockSchool(house, schoolId);
    if (school === undefined) throw notFound('School');
    const details = await findDetails(house, schoolId);
    return { known: await findCustomer(house, schoolId), billedTo: billedTo(details, school) };
  });
  const customerId = await house.payments.putCustomer({ key, schoolId, customerId: known, ...to });
  if (customerId !== known)
    await house.database.forSchool(schoolId, () => noteCustomer(house, schoolId, customerId));
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
