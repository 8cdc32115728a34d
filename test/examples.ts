import type { Access } from '#contract/access.ts';
import { API_EXAMPLES } from '#test/examples/api.ts';
import { BILLING_EXAMPLES } from '#test/examples/billing.ts';
import { CALENDAR_EXAMPLES } from '#test/examples/calendar.ts';
import type { Example, ExampleCaller, RouteName } from '#test/examples/example.ts';
import { FAMILY_EXAMPLES } from '#test/examples/families.ts';
import { NEWSLETTER_EXAMPLES } from '#test/examples/newsletters.ts';
import { PROVIDER_EXAMPLES } from '#test/examples/providers.ts';
import { SCHOOL_EXAMPLES } from '#test/examples/schools.ts';
import { SENDING_EXAMPLES } from '#test/examples/sending.ts';
import { SIGN_IN_EXAMPLES } from '#test/examples/sign-in.ts';
import { TOGETHER_EXAMPLES } from '#test/examples/together.ts';
import type { TestApp } from './app.ts';
import { createPerson, createSchool, createStaff } from './factories.ts';

/** A valid call for every route of the contract, used by the tests of all routes. */
export const EXAMPLES: Readonly<Record<RouteName, Example>> = {
  ...PROVIDER_EXAMPLES,
  ...SIGN_IN_EXAMPLES,
  ...SCHOOL_EXAMPLES,
  ...FAMILY_EXAMPLES,
  ...CALENDAR_EXAMPLES,
  ...TOGETHER_EXAMPLES,
  ...BILLING_EXAMPLES,
  ...API_EXAMPLES,
  ...SENDING_EXAMPLES,
  ...NEWSLETTER_EXAMPLES,
};

/** Creates a person whom this access admits. */
export async function createCallerFor(test: TestApp, access: Access): Promise<ExampleCaller> {
  if (access === 'signed_in' || access === 'without_school' || access === 'anyone' || access === 'provider') {
    return { ...(await createPerson(test)), schoolId: null };
  }
  const school = await createSchool(test);
  const role = access === 'owner' ? 'owner' : access === 'owner_or_admin' ? 'admin' : 'editor';
  return { ...(await createStaff(test, school.id, role)), schoolId: school.id };
}
