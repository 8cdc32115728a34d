import { Link } from 'react-router';
import { SCOPE_NAMES, TOKEN_CALLS, TOKEN_SCOPES } from '#contract/api/scopes.ts';
import { SCOPE_MISSING, TOKEN_INVALID, TOKEN_REFUSED } from '#contract/api/tokens.ts';
import { APPROVAL_REQUIRED } from '#contract/errors.ts';
import { SCREENS } from '#contract/paths.ts';
import { pathOf } from '#contract/route.ts';
import { SCHOOL_SUSPENDED } from '#contract/rules/suspension.ts';
import { serviceRoutes } from '#contract/service.ts';
import { product, productName } from '#web/words/product.ts';
import { firstCall, PUBLISHING } from './api-examples.ts';
import { InfoPage } from './info-page.tsx';
import { WebhookGuide } from './webhook-guide.tsx';

/** The guide to the API, for developers. */
export function Component() {
  return (
    <InfoPage
      title="API and webhooks"
      lead={`How programs of a school’s own call ${productName()}, and hear what happens there.`}
    >
      <h2>Calling</h2>
      <p>
        Whoever owns a school makes an API token in <Link to={SCREENS.apiSettings}>API and webhooks</Link>, in
        Settings, and ticks what it may do. It is shown once. This call needs a token that may{' '}
        <q>{TOKEN_SCOPES['school:read']}</q>:
      </p>
      <pre>
        <code>{firstCall(product().url)}</code>
      </pre>
      <p>Write a newsletter, and publish it:</p>
      <pre>
        <code>{PUBLISHING}</code>
      </pre>
      <p>
        <a href={pathOf(serviceRoutes.openapi)}>openapi.json</a> describes every call (OpenAPI 3.1), with the
        scope that a token needs for it: make a client of it with the generator of your language. Calls
        without <code>api_token</code> in their <code>security</code> are made by people.
      </p>
      <ul>
        {SCOPE_NAMES.map((scope) => (
          <li key={scope}>
            <code>{scope}</code>: {TOKEN_SCOPES[scope]}
          </li>
        ))}
      </ul>
      <h2>When a call is refused</h2>
      <p>
        Answers that are no success are JSON, with a sentence in <code>error_message</code> and often the
        reason in <code>error_code</code>.
      </p>
      <ul>
        <li>
          400: the input is wrong. <code>errors</code> has the messages by field.
        </li>
        <li>
          401 <code>{TOKEN_INVALID}</code>: the token is wrong, was removed, or has ended; or its maker is no
          longer the school’s owner.
        </li>
        <li>402: the school’s trial or plan has ended.</li>
        <li>
          403 <code>{SCOPE_MISSING}</code>: the token lacks the scope in <code>scope</code>.
        </li>
        <li>
          403 <code>{TOKEN_REFUSED}</code>: no token may make this call.
        </li>
        <li>
          403 <code>{APPROVAL_REQUIRED}</code>: the school wants newsletters approved, and a token approves
          nothing.
        </li>
        <li>
          403 <code>{SCHOOL_SUSPENDED}</code>: the school is suspended.
        </li>
        <li>
          429: more than {TOKEN_CALLS.max} calls in a minute. Wait for <code>Retry-After</code> seconds.{' '}
          <code>RateLimit</code> says in every answer what is left.
        </li>
      </ul>
      <p>
        Sentences are for people and may change; codes, ids and types do not. Fields may be added: ignore
        those that you do not know.
      </p>
      <WebhookGuide />
    </InfoPage>
  );
}
