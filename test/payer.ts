import { eq } from 'drizzle-orm';
import { type BillingTransaction, billingRoutes, SANDBOX_CARDS } from '#contract/billing.ts';
import type { PaidPlan } from '#contract/rules/prices.ts';
import { schoolRoutes } from '#contract/school.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { auditLog } from '#server/platform/db/schema/core.ts';
import type { TestApp } from './app.ts';
import { createSchool, createStaff, type TestSchool } from './factories.ts';

/** A school that pays in the sandbox, and the calls of its payers. */

/** Creates a school on trial. */
export async function newPayer(test: TestApp, changes?: Parameters<typeof createSchool>[1]): Promise<Payer> {
  return new Payer(test, await createSchool(test, changes));
}

export class Payer {
  readonly school: TestSchool;
  /** The token of the current payer. */
  token: string;
  readonly #test: TestApp;

  constructor(test: TestApp, school: TestSchool) {
    this.#test = test;
    this.school = school;
    this.token = school.owner.token;
  }

  /** Advances the clock and signs in another admin, since sessions last 30 days. */
  async pass(days: number): Promise<void> {
    this.#test.clock.advance(days * DAY_MS);
    this.token = (await createStaff(this.#test, this.school.id, 'admin')).token;
  }

  /** Lets the renewal of a monthly plan fail. */
  async failToRenew(): Promise<void> {
    await this.#test.sandbox.setCardWorks(this.school.id, false);
    await this.pass(32);
    await this.#test.jobs.run('due_subscriptions');
  }

  charge(plan = 'yearly') {
    return this.#test.call(billingRoutes.charge, { token: this.token, body: { subscription_plan: plan } });
  }

  /** Chooses a plan and resolves to the secret for paying it. */
  async choose(plan?: PaidPlan): Promise<string> {
    return (await this.charge(plan)).ok().payment_intent_client_secret;
  }

  confirm(client_secret: string, card_number: string = SANDBOX_CARDS.pays) {
    const body = { client_secret, card_number };
    return this.#test.call(billingRoutes.confirmInSandbox, { token: this.token, body });
  }

  async buy(plan?: PaidPlan, card?: string): Promise<void> {
    (await this.confirm(await this.choose(plan), card)).ok();
  }

  beginCardChange() {
    return this.#test.call(billingRoutes.beginCardChange, { token: this.token });
  }

  finishCardChange() {
    return this.#test.call(billingRoutes.finishCardChange, { token: this.token });
  }

  /** Changes the card as the browser does. Resolves to the last answer. */
  async changeCard(card?: string) {
    const { setup_intent_client_secret: secret } = (await this.beginCardChange()).ok();
    const given = await this.confirm(secret, card);
    return given.status === 200 ? await this.finishCardChange() : given;
  }

  cancel() {
    return this.#test.call(billingRoutes.cancelSubscription, { token: this.token });
  }

  enable() {
    return this.#test.call(billingRoutes.enableSubscription, { token: this.token });
  }

  async planState() {
    const { school: shown } = (await this.#test.call(schoolRoutes.mySchool, { token: this.token })).ok();
    const { subscription_status: status, subscription_plan: plan, plan_ended } = shown.data?.attributes ?? {};
    return { status, plan, plan_ended };
  }

  async endDate(): Promise<Date> {
    const { data } = (await this.#test.call(schoolRoutes.mySchool, { token: this.token })).ok().school;
    return new Date(data?.attributes.subscription_end_date ?? 0);
  }

  async billing() {
    const { data } = (await this.#test.call(billingRoutes.billingInformation, { token: this.token })).ok()
      .billing_information;
    return data.attributes;
  }

  async invoices(year?: number): Promise<readonly BillingTransaction[]> {
    const query = year === undefined ? {} : { year: String(year) };
    return (await this.#test.call(billingRoutes.listTransactions, { token: this.token, query })).ok()
      .transactions.data;
  }

  /** The actions in the school's audit log, oldest first. */
  async actions(): Promise<readonly string[]> {
    const rows = await this.#test.context.database
      .orm()
      .select()
      .from(auditLog)
      .where(eq(auditLog.schoolId, this.school.id))
      .orderBy(auditLog.createdAt);
    return rows.map(({ action }) => action);
  }

  /** The subjects of the mails to the owner, oldest first. */
  async subjects(): Promise<readonly string[]> {
    await this.#test.jobs.settled();
    return this.#test.mail.to(this.school.owner.email).map(({ subject }) => subject);
  }
}
