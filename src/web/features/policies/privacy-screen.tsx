import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { product } from '#web/words/product.ts';
import { PolicyPage } from './policy-page.tsx';

/** The privacy notice. */
export function Component() {
  const { name, operatorName, operatorAddress } = product();
  return (
    <PolicyPage title="Privacy Notice">
      <p>
        {name} is operated by {operatorName}, {operatorAddress} (“we”). For the accounts of school staff we
        decide why and how data is used. For what a school writes, uploads and sends, the school decides, and
        we process it on the school’s behalf.
      </p>
      <h2>What we keep</h2>
      <ul>
        <li>
          Of staff: name, email, phone and address as far as given, role, and where and when they are signed
          in.
        </li>
        <li>Of the school: name, logo, colours, email, phone, website, and the plan.</li>
        <li>
          Of newsletters: their text, pictures and files. Pictures lose their hidden data, such as places,
          when uploaded.
        </li>
        <li>
          Of subscribers, where a school sends newsletters by email: name, email, groups and what they chose.
        </li>
        <li>Passwords only as a hash that cannot be turned back.</li>
      </ul>
      <h2>Why we may</h2>
      <ul>
        <li>Accounts, newsletters and payment: because we have agreed with the school to provide them.</li>
        <li>
          Where and when staff are signed in, and who did what in a school: because we must keep accounts
          safe, and a school must be able to see what happened.
        </li>
        <li>Invoices: because the law asks for them.</li>
      </ul>
      <h2>What we do not do</h2>
      <ul>
        <li>Published newsletters carry no tracking and no scripts. Who reads them is not recorded.</li>
        <li>We show no advertising and sell no data.</li>
      </ul>
      <h2>Who else sees it</h2>
      <p>
        The card payment provider, when a school buys a plan; and those who host {name} and carry its mails,
        on our behalf and under contract. A newsletter that is published can be read by anyone who has its
        link.
      </p>
      <h2>How long</h2>
      <p>
        As long as the account exists. After the agreement ends everything is deleted within 30 days, files
        and published pages included. Sign-ins are forgotten 30 days after their last use, mailed links after
        they expire. Invoices are kept as long as tax law asks.
      </p>
      <h2>Your rights</h2>
      <p>
        You can ask to see your data, to have it corrected, moved or deleted, and object to its use. Staff can
        correct their details in the settings; readers of a school’s newsletters turn to the school. You may
        also complain to the data protection authority of your country.
      </p>
      <p>
        What is stored in your browser is described in the <Link to={SCREENS.cookies}>Cookie Policy</Link>.
      </p>
    </PolicyPage>
  );
}
