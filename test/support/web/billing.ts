import type { Role } from '#contract/access.ts';
import { billingRoutes } from '#contract/billing.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { serviceRoutes } from '#contract/service.ts';
import { answer, personOf, received, SCHOOL, signIn } from './app.tsx';

/** For tests: canned answers about a school's plan and billing. */

type Attributes = Partial<Record<keyof typeof SCHOOL.attributes, unknown>>;
export const ACTIVE = {
  subscription_status: 'active',
  subscription_plan: 'yearly',
  subscription_end_date: '2027-09-14T09:00:00.000Z',
};
export const CANCELED = { ...ACTIVE, subscription_status: 'canceled' };
export const ENDED = { ...CANCELED, plan_ended: true };
const INFORMATION = {
  first_name: '',
  last_name: '',
  email: '',
  telephone: '',
  address: '',
  card_last4: '4242',
  card_expires_at: null,
};
export const FILLED = {
  first_name: 'Priya',
  last_name: 'Nair',
  email: 'bursar@oakfield.example',
  telephone: '01632',
  address: '1 Oak Row',
  card_last4: '4242',
  card_expires_at: null,
};
/** The client secret of the chosen plan. */
export const SECRET = 'cus_secret_x';

/** Signs a person in at a school with these attributes. */
export function serve(school: Attributes, role: Role = 'owner'): void {
  signIn(personOf({ role }));
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role }) } } });
  answerSchoolWith(school);
}

/** Changes the school that the server answers with. */
export function answerSchoolWith(school: Attributes): void {
  const data = { ...SCHOOL, attributes: { ...SCHOOL.attributes, ...school } };
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data } } });
}
/** An answer with billing information. */
export const information = (attributes: object) => ({
  status: 200,
  body: { billing_information: { data: { id: SCHOOL.id, type: 'billing_information', attributes } } },
});
/** The bodies of the received requests to a call. */
export const sent = (call: string) => received.filter((each) => each.call === call).map(({ body }) => body);

/** Answers the calls that all billing pages make. */
export function serveBilling(): void {
  answer(billingRoutes.billingInformation, information(INFORMATION));
  answer(billingRoutes.updateBillingInformation, information(FILLED), { id: SCHOOL.id });
  answer(billingRoutes.listTransactions, { status: 200, body: { transactions: { data: [] } } });
  answer(billingRoutes.charge, { status: 200, body: { payment_intent_client_secret: SECRET } });
  answer(serviceRoutes.config, {
    status: 200,
    body: {
      product_name: 'Inkwell',
      contact_email: 'a@b.example',
      contact_phone: '1',
      social_url: 'https://x.example',
      operator_name: 'Inkwell',
      operator_address: '1 Quill Lane, London',
      trial_mails_per_day: 200,
      payment: { provider: 'sandbox' },
    },
  });
}
