import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { product } from '#web/words/product.ts';
import { PolicyPage } from './policy-page.tsx';

/** The terms of service between the school and the operator. */
export function Component() {
  const { name, operatorName, operatorAddress } = product();
  return (
    <PolicyPage title="Terms of Service">
      <p>
        These terms apply between your school and {operatorName}, {operatorAddress} (“we”), which operates{' '}
        {name}. By registering you accept them for yourself and, when you create a school, for that school.
        You need to be allowed to do so.
      </p>
      <h2>What you get</h2>
      <p>
        {name} lets school staff build newsletters, publish them under a link of their own and share that
        link. It can be used on its own or together with a separate school communication product.
      </p>
      <h2>Trial, plan and payment</h2>
      <ul>
        <li>The first three months are free. You have access at once and give no payment details.</li>
        <li>
          After that the school needs a plan to make and publish more. What is published stays readable.
        </li>
        <li>
          The annual subscription runs for a year and renews by itself for another year, at the price shown
          when you buy it, excluding taxes, until you end the renewal in the settings. Where a monthly plan is
          offered, the same holds month by month.
        </li>
        <li>
          We write to the school before a renewal. A price that changes applies from the next renewal, and we
          tell you of it at least 30 days before.
        </li>
        <li>
          Payments are taken by a card payment provider. We never see or keep your full card number. You get
          an invoice for each payment.
        </li>
        <li>Fees that have been paid are not refunded, except where the law says so.</li>
      </ul>
      <h2>What we ask of you</h2>
      <ul>
        <li>Keep your password to yourself, and tell us if you think that somebody else has it.</li>
        <li>
          Publish only what you may publish: you need the consent of the people in your pictures, or of their
          parents, and the right to what others have made.
        </li>
        <li>Publish nothing unlawful, and do nothing that harms the service or others who use it.</li>
      </ul>
      <p>What you write and upload stays yours. We use it only to run the service for you.</p>
      <h2>Ending</h2>
      <p>
        Either side may end the agreement with 30 days’ notice, we by email to the school’s owner, you by
        email to us or by closing the school in the settings. You can download everything first. Within 30
        days after the end we delete the school’s data, its files and its published pages included. We may
        close an account at once if it is used against these terms in a serious way.
      </p>
      <h2>How far we answer</h2>
      <p>
        We run the service with care, but cannot promise that it never stops. Nothing here limits what the law
        does not let us limit. How we treat personal data is in the{' '}
        <Link to={SCREENS.privacy}>Privacy Notice</Link>.
      </p>
      <h2>Changes</h2>
      <p>We tell you of changes to these terms by email at least 30 days before they apply.</p>
    </PolicyPage>
  );
}
