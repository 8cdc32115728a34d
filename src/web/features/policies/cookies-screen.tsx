import { Button } from '@mantine/core';
import { chooseCookies } from '#web/session/cookie-choice.ts';
import { productName } from '#web/words/product.ts';
import { PolicyPage } from './policy-page.tsx';

/** The cookie policy, with a button to change the choice. */
export function Component() {
  const name = productName();
  return (
    <PolicyPage title="Cookie Policy">
      <p>
        {name} sets one cookie, <strong>known_device</strong>, when you log in: it tells your browser from
        somebody who guesses passwords, so that they cannot lock you out. It says nothing about what you do,
        is sent with log-ins alone, and lasts for a year after the last one. Logging in needs it, so there is
        no choice about it. A few more things are kept in your browser’s own storage, which no other site can
        read:
      </p>
      <ul>
        <li>
          <strong>session</strong>: that you are signed in. Until you log out; without ‘Remember me’ only
          until the tab is closed.
        </li>
        <li>
          <strong>cookieAgreement</strong>: your choice about cookies. Until you change it.
        </li>
        <li>A copy of a newsletter that you are writing, until it is safely saved.</li>
      </ul>
      <p>
        If you sign in with an account elsewhere, such as Google’s, the cookie <strong>at_provider</strong>{' '}
        ties what comes back to your browser. It is sent with signing in alone and lasts for twenty minutes.
        Where the site has https, the names of cookies begin with <strong>__Secure-</strong>.
      </p>
      <h2>Payment</h2>
      <p>
        When a school buys a plan, the card payment provider may set cookies to recognise fraud. Its part of
        the page is loaded only there, and upgrading needs your consent to it. If you decline, everything else
        works.
      </p>
      <h2>Reading newsletters</h2>
      <p>Published newsletters set no cookies and store nothing.</p>
      <h2>Your choice</h2>
      <p>
        The cookie sign at the foot of every page forgets your choice and asks again, and so does this button:
      </p>
      <p>
        <Button variant="default" onClick={() => chooseCookies(null)}>
          Choose again
        </Button>
      </p>
    </PolicyPage>
  );
}
