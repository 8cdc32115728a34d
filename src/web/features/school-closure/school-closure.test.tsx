import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { billingRoutes } from '#contract/billing.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { SCHOOL_CLOSURE_MESSAGES, schoolClosureRoutes } from '#contract/school-closure.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { describeInZones } from '#test/zones.ts';

const NAME = SCHOOL.attributes.name;
const CLOSED = { ...SCHOOL, attributes: { ...SCHOOL.attributes, closes_at: '2026-12-21T10:00:00.000Z' } };
const ADDRESS = '/app/settings/close-school';

function serve(school: object, role: 'owner' | 'editor' = 'owner'): void {
  signIn(personOf({ role }));
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role }) } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: school } } });
}

const banner = () => screen.findByRole('region', { name: 'Your school is closed' });

it('downloads everything by a single-use link', async () => {
  serve(SCHOOL);
  const url = 'https://inkwell.example/api/v1/exports/abc';
  const expires_at = '2026-11-21T10:01:00.000Z';
  answer(schoolClosureRoutes.exportAddress, { status: 200, body: { url, expires_at } }, { id: SCHOOL.id });
  const followed: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    followed.push(this.href);
  });
  openApp(ADDRESS);
  await userEvent.click(await screen.findByRole('button', { name: 'Download everything' }));
  await screen.findByText(SCHOOL_CLOSURE_MESSAGES.downloading);
  expect(followed).toEqual([url]);
  click.mockRestore();
});

describeInZones('the day of deletion', () => {
  it.each([
    ['Pacific/Auckland', '22/12/2026'],
    ['Europe/London', '21/12/2026'],
    ['Pacific/Pago_Pago', '21/12/2026'],
  ])('is the date in the school’s time zone %s', async (time_zone, day) => {
    const attributes = { ...SCHOOL.attributes, closes_at: '2026-12-21T23:30:00.000Z', time_zone };
    serve({ ...SCHOOL, attributes });
    openApp(ADDRESS);
    expect((await banner()).textContent).toContain(day);
  });
});

describe('closing the school', () => {
  beforeEach(() => serve(SCHOOL));

  it('requires its name, and then offers to reopen it', async () => {
    answer(
      schoolClosureRoutes.closeSchool,
      { status: 200, body: { school: { data: CLOSED } } },
      { id: SCHOOL.id },
    );
    openApp(ADDRESS);
    const field = await screen.findByLabelText(`Type ‘${NAME}’ to confirm`);
    await userEvent.type(field, 'Oakfield{Enter}');
    await screen.findByText(SCHOOL_CLOSURE_MESSAGES.nameDiffers);
    expect(received.some(({ call }) => call.startsWith('PUT'))).toBe(false);
    await userEvent.clear(field);
    await userEvent.type(field, NAME);
    await userEvent.click(screen.getByRole('button', { name: 'Close the school' }));
    expect((await banner()).textContent).toContain('21/12/2026');
    expect(screen.queryByRole('button', { name: 'Close the school' })).toBeNull();
  });

  it('is only for the owner', async () => {
    serve(SCHOOL, 'editor');
    const router = openApp(ADDRESS);
    await screen.findByRole('heading', { level: 1, name: 'My settings' });
    expect(router.state.location.pathname).toBe('/app/settings');
  });
});

describe('a closed school', () => {
  it('can be reopened from any screen', async () => {
    serve(CLOSED);
    answer(
      schoolClosureRoutes.reopenSchool,
      { status: 200, body: { school: { data: SCHOOL } } },
      { id: SCHOOL.id },
    );
    openApp('/app/settings/my-details');
    await userEvent.click(within(await banner()).getByRole('button', { name: 'Take it back' }));
    await screen.findByText(SCHOOL_CLOSURE_MESSAGES.reopened);
    expect(received.find(({ call }) => call.endsWith('/reopen'))?.body).toEqual({ name: NAME });
    expect(screen.queryByRole('region', { name: 'Your school is closed' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'My subscription' })).toBeNull();
  });

  it('tells that the renewal stays cancelled, with a link to re-enable it', async () => {
    const plan = {
      subscription_status: 'canceled',
      subscription_plan: 'yearly',
      subscription_end_date: '2027-09-14T09:00:00.000Z',
    };
    const withPlan = (school: { readonly attributes: object }) => ({
      ...school,
      attributes: { ...school.attributes, ...plan },
    });
    serve(withPlan(CLOSED));
    answer(
      schoolClosureRoutes.reopenSchool,
      { status: 200, body: { school: { data: withPlan(SCHOOL) } } },
      { id: SCHOOL.id },
    );
    answer(billingRoutes.billingInformation, { status: 503, body: { error_message: 'Away' } });
    answer(billingRoutes.listTransactions, { status: 200, body: { transactions: { data: [] } } });
    const router = openApp(ADDRESS, 'true');
    await userEvent.click(within(await banner()).getByRole('button', { name: 'Take it back' }));
    await screen.findByText(/open again. Its plan still ends on 14\/09\/2027/);
    await userEvent.click(screen.getByRole('button', { name: 'My subscription' }));
    await screen.findByRole('link', { name: 'Re-enable subscription' });
    expect(router.state.location.pathname).toBe('/app/settings/subscription');
  });
});

it('tells all staff of a suspended school why', async () => {
  const attributes = { ...SCHOOL.attributes, suspended_for: 'families complained about advertising' };
  serve({ ...SCHOOL, attributes }, 'editor');
  openApp('/app/settings');
  const notice = await screen.findByRole('region', { name: 'Your school is suspended' });
  expect(notice.textContent).toContain('is suspended: families complained about advertising. You can read');
  expect(within(notice).getByRole('link').getAttribute('href')).toBe('mailto:hello@inkwell.example');
});
