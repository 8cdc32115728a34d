import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { billingRoutes } from '#contract/billing.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { answer, openApp, personOf, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { endSession } from '#web/session/session.ts';

/** While a form has unsaved changes, closing its page or leaving its screen needs confirmation. */

const BILLED = {
  first_name: 'Priya',
  last_name: 'Nair',
  email: 'bursar@oakfield.example',
  telephone: '01632',
  address: '1 Oak Row',
  card_last4: '4242',
  card_expires_at: null,
};

beforeEach(() => {
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  const attributes = { ...SCHOOL.attributes, subscription_status: 'active', subscription_plan: 'yearly' };
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: { ...SCHOOL, attributes } } } });
  answer(sessionRoutes.listSessions, { status: 200, body: { sessions: { data: [] } } });
  answer(newsletterRoutes.listNewsletters, {
    status: 200,
    body: { news_letter: { data: [] }, total_pages: 0, total: 0 },
  });
  const data = { id: SCHOOL.id, type: 'billing_information', attributes: BILLED };
  answer(billingRoutes.billingInformation, { status: 200, body: { billing_information: { data } } });
});

/** Whether the browser would ask before closing this page. */
function asksBeforeClosing(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

describe.each([
  ['/app/settings/my-details', 'First name'],
  ['/app/settings/change-password', 'New password'],
  ['/app/settings/school-settings', 'School name'],
  ['/app/settings/newsletter-branding', 'Primary colour'],
  ['/app/settings/invite-user', 'First name'],
  ['/app/settings/invite-subscriber', 'First name'],
  ['/app/settings/billing-info/update', 'First name'],
])('%s', (address, label) => {
  it('asks before closing or leaving with text in it, and not without', async () => {
    const router = openApp(address);
    const field = await screen.findByLabelText(label);
    expect(asksBeforeClosing()).toBe(false);
    await userEvent.clear(field);
    await userEvent.type(field, 'a');
    expect(asksBeforeClosing()).toBe(true);
    void router.navigate('/app/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await screen.findByRole('heading', { level: 1, name: 'My settings' });
    await waitFor(() => expect(asksBeforeClosing()).toBe(false));
  });
});

it('asks before closing the page with the typed name of a school to close', async () => {
  openApp('/app/settings/close-school');
  const field = await screen.findByLabelText(/^Type ‘/);
  expect(asksBeforeClosing()).toBe(false);
  await userEvent.type(field, 'Oak');
  expect(asksBeforeClosing()).toBe(true);
});

it('asks before closing the page with another plan chosen', async () => {
  const attributes = { ...SCHOOL.attributes, subscription_status: 'trial', subscription_plan: 'trial' };
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: { ...SCHOOL, attributes } } } });
  openApp('/app/settings/choose-plan');
  const monthly = await screen.findByRole('radio', { name: /^Monthly/ });
  expect(asksBeforeClosing()).toBe(false);
  await userEvent.click(monthly);
  expect(asksBeforeClosing()).toBe(true);
});

it('asks before closing the page with a typed newsletter title', async () => {
  openApp('/app/newsletters/create');
  const field = await screen.findByLabelText('Newsletter title');
  expect(asksBeforeClosing()).toBe(false);
  await userEvent.type(field, 'Harvest');
  expect(asksBeforeClosing()).toBe(true);
});

describe.each([
  ['/app/settings/my-details', 'First name', 'Ada'],
  ['/app/settings/school-settings', 'School name', 'Elm Grove'],
  ['/app/settings/newsletter-branding', 'Primary colour', '#aa3300'],
  ['/app/settings/billing-info/update', 'First name', 'Ada'],
])('%s, after a browser crash', (address, label, typed) => {
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('unsaved:'));
  async function typeAndKill() {
    openApp(address);
    const field = await screen.findByLabelText(label);
    await userEvent.clear(field);
    await userEvent.type(field, typed);
    cleanup();
    openApp(address);
    return await screen.findByLabelText(label);
  }

  it('offers typed text when it is opened again, and restores it', async () => {
    const field = await typeAndKill();
    expect(field).not.toHaveProperty('value', typed);
    screen.getByText(/^You have unsaved changes from \d\d:\d\d\.$/);
    await userEvent.click(screen.getByRole('button', { name: 'Bring back' }));
    expect(screen.getByLabelText(label)).toHaveProperty('value', typed);
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(screen.queryByText(/You have unsaved changes/)).toBeNull();
    expect(asksBeforeClosing()).toBe(true);
  });

  it('removes it when it is discarded, or the person logs out', async () => {
    await typeAndKill();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(kept()).toEqual([]);
    await typeAndKill();
    expect(kept()).toHaveLength(1);
    endSession();
    expect(kept()).toEqual([]);
  });
});

it('stores no password', async () => {
  openApp('/app/settings/change-password');
  await userEvent.type(await screen.findByLabelText('Existing password'), 'Quill and 1nk');
  await userEvent.type(screen.getByLabelText('New password'), 'Quill and 2nk');
  expect(JSON.stringify({ ...localStorage })).not.toContain('Quill');
});

it('removes values that were saved', async () => {
  const saved = personOf({ first_name: 'Ada' });
  answer(peopleRoutes.updateProfile, { status: 200, body: { user: { data: saved } } });
  openApp('/app/settings/my-details');
  const email = await screen.findByLabelText('Email');
  await userEvent.type(await screen.findByLabelText('First name'), ' Ada');
  await userEvent.type(email, 'x');
  const stored = () => JSON.stringify({ ...localStorage });
  expect(stored()).toContain('Priya Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Profile successfully updated');
  expect(stored()).not.toContain('unsaved:');
});
