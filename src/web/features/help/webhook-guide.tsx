import type { ReactNode } from 'react';
import { SIGNED_EXAMPLE, VERIFYING } from '#contract/api/signature.ts';
import { WEBHOOK_EVENTS } from '#contract/api/webhook-states.ts';
import { DELIVERIES_KEPT_MS, RETRY_WAITS_MS } from '#contract/api/webhooks.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { PAYLOAD, VERIFY } from './api-examples.ts';

const TELLS = {
  'newsletter.published': 'id, title and address of the newsletter; published again counts too',
  'newsletter.unpublished': 'the same',
  'newsletter.sent': 'the same, with how many got it',
  'subscriber.joined': (
    <>
      id and email address; <code>how</code>: <code>signed_up</code>, <code>added</code>,{' '}
      <code>imported</code>
    </>
  ),
  'subscriber.left': (
    <>
      the same; <code>how</code>: <code>unsubscribed</code>, <code>complained</code>, <code>removed</code>
    </>
  ),
  'subscriber.bounced': (
    <>
      the same; <code>reason</code>: what the receiving server said. They stay on the list
    </>
  ),
} as const satisfies Record<(typeof WEBHOOK_EVENTS)[number], ReactNode>;

/** The guide to webhooks: what they send, how it is signed, and when it is tried again. */
export function WebhookGuide() {
  const { secret, id, timestamp, body, signature } = SIGNED_EXAMPLE;
  return (
    <>
      <h2>Webhooks</h2>
      <p>
        A webhook is an address of yours that is told what happens: <code>POST</code>, JSON, within seconds.
        Answer with a status of 2xx within ten seconds, before you do the work. The address is https on port
        443, on the public internet. Redirects are not followed.
      </p>
      <ul>
        {WEBHOOK_EVENTS.map((event) => (
          <li key={event}>
            <code>{event}</code>: {TELLS[event]}
          </li>
        ))}
      </ul>
      <pre>
        <code>{PAYLOAD}</code>
      </pre>
      <ul>
        <li>
          The same may come twice, and not in order: <code>id</code> (also the header <code>webhook-id</code>)
          is the same at each try, <code>timestamp</code> says when it happened.
        </li>
        <li>
          What you do not take is tried {RETRY_WAITS_MS.length + 1} times in about three days. A webhook that
          has taken nothing for days, or answers 410, is switched off, and the owner gets an email.
        </li>
        <li>
          While a webhook is switched off nothing is sent to it. What waited for it ends as failed, and what
          happens meanwhile is not sent later: read what you missed with a token.
        </li>
        <li>
          The settings list what was sent in the last {DELIVERIES_KEPT_MS / DAY_MS} days, with ‘Send again’.
        </li>
      </ul>
      <h2>Verifying webhooks</h2>
      <p>
        They are signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> 1.0.0 has it.
        Verify each before you believe it, with one of the libraries there and the secret that you were shown.{' '}
        <code>rawBody</code> is the body as it came, not parsed and written again.
      </p>
      <pre>
        <code>{VERIFY}</code>
      </pre>
      <p>Or by hand:</p>
      <ol>
        {VERIFYING.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>To try it, this is signed right:</p>
      <pre>
        <code>{`secret: ${secret}
webhook-id: ${id}
webhook-timestamp: ${timestamp}
webhook-signature: ${signature}

${body}`}</code>
      </pre>
      <p>After ‘New secret’, the old one signs as well for a day.</p>
    </>
  );
}
