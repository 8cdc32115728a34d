import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import {
  DEFAULT_PLAN,
  PAID_PLANS,
  type PaidPlan,
  PLANS,
  YEARLY_SAVING_PERCENT,
} from '#contract/rules/prices.ts';
import type { SchoolResource } from '#contract/school.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { schoolQuery } from '#web/api/account.ts';
import classes from '#web/features/billing/billing.module.css';
import { BillingFrame, Loaded } from '#web/features/billing/billing-frame.tsx';
import { CookieGate } from '#web/features/billing/checkout/cookie-gate.tsx';
import { useUnloadGuard } from '#web/forms/use-unsaved-form-guard.ts';
import { PlanPoints } from './plan-points.tsx';
import { PRICE_LINES, PRICE_PER } from './plan-texts.ts';
import { useChoosePlan } from './use-choose-plan.ts';

const NAMES: Readonly<Record<PaidPlan, string>> = { yearly: 'Yearly', monthly: 'Monthly' };

/** Whether the school can buy a plan: not while one is active, and not before a past-due one is paid. */
function mayChoose({ subscription_status: status, plan_ended }: SchoolResource['attributes']): boolean {
  return status === 'trial' || (status === 'canceled' && plan_ended);
}

/** The choice between the yearly and the monthly plan. */
export function Component() {
  const school = useQuery(schoolQuery);
  return (
    <BillingFrame
      here="Choose plan"
      below="subscription"
      title="Choose suitable tariff plan"
      lead="Both have everything. Cancel the renewal whenever you like."
    >
      <Loaded query={school} what="the plans" shape="wide">
        {(data) =>
          data && mayChoose(data.attributes) ? <PlanForm /> : <Navigate to={SCREENS.subscription} replace />
        }
      </Loaded>
    </BillingFrame>
  );
}

function PlanForm() {
  const [plan, setPlan] = useState<PaidPlan>(DEFAULT_PLAN);
  const choose = useChoosePlan();
  useUnloadGuard(() => plan !== DEFAULT_PLAN && !choose.isPending);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!choose.isPending) choose.mutate(plan);
      }}
    >
      <fieldset className={classes.choices}>
        <legend className="visually-hidden">Plan</legend>
        {PAID_PLANS.map((each) => (
          <label key={each} className={classes.choice} data-chosen={each === plan}>
            <span className={classes.choiceHead}>
              <input type="radio" name="plan" checked={each === plan} onChange={() => setPlan(each)} />
              <span className={classes.choiceName}>{NAMES[each]}</span>
              {each === 'yearly' && <span className={classes.save}>SAVE {YEARLY_SAVING_PERCENT}%</span>}
            </span>
            <span className={classes.price}>
              <span className={classes.sum}>£{PLANS[each].price}</span>
              <span className={classes.per}>{PRICE_PER[each]}</span>
            </span>
            <span className={classes.choiceLine}>{PRICE_LINES[each]}</span>
          </label>
        ))}
      </fieldset>
      <PlanPoints />
      <p className={classes.vat}>Prices exclude VAT. No VAT is added at present.</p>
      <div className={classes.next}>
        <p className={classes.nextNote}>
          <IconLock size={18} stroke={1.75} aria-hidden="true" />
          Next: billing details. Nothing is charged yet.
        </p>
        <CookieGate>
          <BusyButton size="lg" busy={choose.isPending} busyLabel="One moment…">
            Continue with {NAMES[plan].toLowerCase()}
          </BusyButton>
        </CookieGate>
      </div>
    </form>
  );
}
