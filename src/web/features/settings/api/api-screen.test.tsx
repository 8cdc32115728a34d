import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ApiToken, TOKEN_MESSAGES, tokenRoutes } from '#contract/api/tokens.ts';
import { WEBHOOK_MESSAGES, type Webhook, webhookRoutes } from '#contract/api/webhooks.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { currentSession } from '#web/session/session.ts';

const NOW = '2026-11-02T09:00:00.000Z';
const TOKEN: ApiToken = {
  id: '9d1f6a52-0d53-4a53-8a39-7f0f8cf6f6aa',
  type: 'api_token',
  attributes: {
    name: 'School website',
    hint: 'x7Qa',
    scopes: ['newsletters:read'],
    created_at: NOW,
    made_by: 'Ann Bell',
    ends_at: '2027-01-31T09:00:00.000Z',
    last_used_at: NOW,
    use_count: 1204,
    is_ended: false,
  },
};
const WEBHOOK: Webhook = {
  id: '1d1f6a52-0d53-4a53-8a39-7f0f8cf6f6aa',
  type: 'webhook',
  attributes: {
    url: 'https://receiver.example/told',
    events: ['subscriber.left'],
    created_at: NOW,
    old_secret_until: null,
    failing_since: NOW,
    off_since: null,
    is_off_by_failure: false,
  },
};
const sent = (call: string) => received.find((each) => each.call === call)?.body;

function answerLists(tokens: readonly ApiToken[], webhooks: readonly Webhook[]): void {
  answer(tokenRoutes.listTokens, { status: 200, body: { api_tokens: { data: [...tokens] } } });
  answer(webhookRoutes.listWebhooks, { status: 200, body: { webhooks: { data: [...webhooks] } } });
}
const section = async (name: string) => {
  const found = (await screen.findByRole('heading', { level: 2, name })).closest('section');
  return within(found ?? document.body);
};

beforeEach(() => {
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
});

it('makes a token, and shows it once', async () => {
  answerLists([], []);
  openApp('/app/settings/api');
  const tokens = await section('API tokens');
  await tokens.findByText(/^None yet/);
  await userEvent.click(tokens.getByRole('button', { name: 'New token' }));
  await userEvent.type(tokens.getByLabelText(/^Name/), 'School website');
  await userEvent.click(tokens.getByRole('button', { name: 'Make token' }));
  await tokens.findByText(TOKEN_MESSAGES.scopes);
  // The first checkbox of the group with the error, which is shown above it.
  const first = tokens.getByRole('checkbox', { name: 'Read newsletters, drafts too' });
  expect(document.activeElement).toBe(first);
  tokens.getByRole('group', { name: 'It may', description: TOKEN_MESSAGES.scopes });
  await userEvent.click(first);
  const made = { token: 'ink_secret', api_token: { data: TOKEN } };
  answer(tokenRoutes.createToken, { status: 201, body: made });
  answerLists([TOKEN], []);
  await userEvent.click(tokens.getByRole('button', { name: 'Make token' }));
  await tokens.findByText('ink_secret');
  // Leaving needs confirmation, as the token is not shown again.
  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Settings' }));
  const leaving = await screen.findByRole('dialog', { name: 'Leave without the token?' });
  await userEvent.click(within(leaving).getByRole('button', { name: 'Stay' }));
  tokens.getByText('ink_secret');
  expect(sent('POST /api/v1/api_tokens')).toEqual({
    name: 'School website',
    scopes: ['newsletters:read'],
    ends_in: '90_days',
  });
  await userEvent.click(tokens.getByRole('button', { name: 'I have kept it' }));
  expect(screen.queryByText('ink_secret')).toBeNull();
  await tokens.findByText(/Ends 31\/01\/2027. Last used 02\/11\/2026, .*, 1,204 calls/);
});

it('adds a webhook, sends a test, and shows what was sent', async () => {
  answerLists([], []);
  openApp('/app/settings/api');
  const webhooks = await section('Webhooks');
  await userEvent.click(await webhooks.findByRole('button', { name: 'New webhook' }));
  await userEvent.type(webhooks.getByLabelText(/^Address/), 'https://receiver.example');
  await userEvent.click(webhooks.getByRole('button', { name: 'Add webhook' }));
  await webhooks.findByText(WEBHOOK_MESSAGES.events);
  expect(document.activeElement).toBe(webhooks.getByRole('checkbox', { name: 'A newsletter is published' }));
  await userEvent.clear(webhooks.getByLabelText(/^Address/));
  await userEvent.type(webhooks.getByLabelText(/^Address/), 'receiver.example');
  await userEvent.click(webhooks.getByRole('checkbox', { name: 'A family leaves the list' }));
  await userEvent.click(webhooks.getByRole('button', { name: 'Add webhook' }));
  await webhooks.findByText(WEBHOOK_MESSAGES.url);
  await userEvent.clear(webhooks.getByLabelText(/^Address/));
  await userEvent.type(webhooks.getByLabelText(/^Address/), WEBHOOK.attributes.url);
  const made = { secret: 'whsec_secret', webhook: { data: WEBHOOK } };
  answer(webhookRoutes.createWebhook, { status: 201, body: made });
  answerLists([], [WEBHOOK]);
  await userEvent.click(webhooks.getByRole('button', { name: 'Add webhook' }));
  await webhooks.findByText('whsec_secret');
  expect(sent('POST /api/v1/webhooks')).toEqual({ url: WEBHOOK.attributes.url, events: ['subscriber.left'] });

  const card = within(await webhooks.findByRole('article', { name: WEBHOOK.attributes.url }));
  card.getByText(/It has taken nothing since/);
  const delivery = {
    id: TOKEN.id,
    type: 'webhook_delivery' as const,
    attributes: {
      event: 'test' as const,
      state: 'waiting' as const,
      body: '{"type":"test"}',
      created_at: NOW,
      tries: 2,
      last_tried_at: NOW,
      status_code: 500,
      no_answer: null,
      answer: 'out of paper',
      milliseconds: 37,
      next_try_at: NOW,
    },
  };
  const accepted = { status: 202, body: { webhook_delivery: { data: delivery } } };
  answer(webhookRoutes.testWebhook, accepted, { id: WEBHOOK.id });
  const page = { webhook_deliveries: { data: [delivery] }, total: 1, total_pages: 1 };
  answer(webhookRoutes.listWebhookDeliveries, { status: 200, body: page }, { id: WEBHOOK.id });
  answer(webhookRoutes.sendWebhookAgain, { ...accepted, status: 200 }, { id: delivery.id });
  await userEvent.click(card.getByRole('button', { name: 'Send a test' }));
  await card.findByText(/Answer 500 after 37 ms. 2 tries, the next on/);
  card.getByText('out of paper');
  card.getByText('Failed, tried again later');
  await userEvent.click(card.getByRole('button', { name: /^Send again: Test/ }));
  await waitFor(() =>
    expect(received.map(({ call }) => call)).toContain(`PUT /api/v1/webhook_deliveries/${TOKEN.id}/again`),
  );
});

describe('a form whose session has ended meanwhile', () => {
  const over = { status: 401, body: { error_message: 'Please sign in' } };
  async function signInAgain() {
    await waitFor(() => expect(currentSession()).toBeNull());
    cleanup();
    signIn();
    openApp('/app/settings/api');
  }
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('unsaved:'));

  it('offers the new token that was typed, until it is made', async () => {
    answerLists([], []);
    openApp('/app/settings/api');
    await userEvent.click(await screen.findByRole('button', { name: 'New token' }));
    await userEvent.type(screen.getByLabelText(/^Name/), 'School website');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Read newsletters, drafts too' }));
    await userEvent.selectOptions(screen.getByLabelText('It ends'), 'year');
    answer(tokenRoutes.createToken, over);
    await userEvent.click(screen.getByRole('button', { name: 'Make token' }));
    await signInAgain();
    await userEvent.click(await screen.findByRole('button', { name: 'Bring back' }));
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'School website');
    const made = { token: 'ink_secret', api_token: { data: TOKEN } };
    answer(tokenRoutes.createToken, { status: 201, body: made });
    received.length = 0;
    await userEvent.click(screen.getByRole('button', { name: 'Make token' }));
    await screen.findByText('ink_secret');
    expect(sent('POST /api/v1/api_tokens')).toEqual({
      name: 'School website',
      scopes: ['newsletters:read'],
      ends_in: 'year',
    });
    expect(kept()).toEqual([]);
    expect(JSON.stringify({ ...localStorage })).not.toContain('ink_secret');
  });

  it('offers the webhook that was typed, or changed, until it is discarded', async () => {
    answerLists([], []);
    openApp('/app/settings/api');
    await userEvent.click(await screen.findByRole('button', { name: 'New webhook' }));
    await userEvent.type(screen.getByLabelText(/^Address/), 'https://receiver.example/new');
    await userEvent.click(screen.getByRole('checkbox', { name: 'A family leaves the list' }));
    answer(webhookRoutes.createWebhook, over);
    await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }));
    answerLists([], [WEBHOOK]);
    await signInAgain();
    await userEvent.click(await screen.findByRole('button', { name: 'Bring back' }));
    expect(screen.getByLabelText(/^Address/)).toHaveProperty('value', 'https://receiver.example/new');
    expect(screen.getByRole('checkbox', { name: 'A family leaves the list' })).toHaveProperty(
      'checked',
      true,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(kept()).toEqual([]);

    const card = within(await screen.findByRole('article', { name: WEBHOOK.attributes.url }));
    await userEvent.click(card.getByRole('button', { name: 'Change' }));
    await userEvent.click(card.getByRole('checkbox', { name: 'A newsletter is published' }));
    answer(webhookRoutes.updateWebhook, over, { id: WEBHOOK.id });
    await userEvent.click(card.getByRole('button', { name: 'Save' }));
    await signInAgain();
    await userEvent.click(await screen.findByRole('button', { name: 'Bring back' }));
    expect(screen.getByRole('checkbox', { name: 'A newsletter is published' })).toHaveProperty(
      'checked',
      true,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(kept()).toEqual([]);
  });
});

it('says what could not be loaded, and tries again', async () => {
  answerLists([TOKEN], []);
  answer(tokenRoutes.listTokens, { status: 500, body: { error_message: 'Server error' } });
  openApp('/app/settings/api');
  await screen.findByText('We could not load the API tokens');
  answerLists([TOKEN], []);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('School website');
});

it('says that what was removed in another tab is gone, and reads the list again', async () => {
  const off = { ...WEBHOOK, attributes: { ...WEBHOOK.attributes, off_since: NOW } };
  answerLists([TOKEN], [off]);
  openApp('/app/settings/api');
  const gone = { status: 404, body: { error_message: 'Not found' } };

  const tokens = await section('API tokens');
  answer(tokenRoutes.removeToken, gone, { id: TOKEN.id });
  answerLists([], [off]);
  await userEvent.click(await tokens.findByRole('button', { name: 'Remove School website' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove token' }));
  await screen.findByText('‘School website’ is gone already. It was removed elsewhere');
  await tokens.findByText(/^None yet/);

  const webhooks = await section('Webhooks');
  const card = within(await webhooks.findByRole('article'));
  card.getByText(new RegExp(WEBHOOK_MESSAGES.whileOff));
  answer(webhookRoutes.listWebhookDeliveries, gone, { id: WEBHOOK.id });
  answerLists([], []);
  await userEvent.click(card.getByRole('button', { name: 'Deliveries' }));
  await screen.findByText('The webhook to receiver.example is gone already. It was removed elsewhere');
  await webhooks.findByText(/^None yet/);
});
