import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { dashboardRoutes } from '#contract/dashboard.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { partRoutes } from '#contract/parts/parts.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { answer, openApp, personOf, SCHOOL, signIn } from '#test/support/web/app.tsx';

const NUMBERS = { published: 3, drafts: 1, subscribers: 1204, new_subscribers: 12, waiting: 0 };
const EVENT = {
  title: 'Open morning',
  start: '2026-11-25T09:15:00.000Z',
  newsletter_id: '7c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c22',
  newsletter_title: 'Autumn news',
  slug: 'autumn-news-aaaaaaaaaaaaaa',
};
const UNSAID = {
  title: 'Inset day',
  start: '2026-11-27',
  newsletter_id: null,
  newsletter_title: null,
  slug: null,
};
const PUBLISHED = {
  newsletter_id: EVENT.newsletter_id,
  title: 'Autumn news',
  published_at: '2026-11-20T10:00:00.000Z',
  design: null,
  colours: null,
  issue_date: null,
  has_unpublished_changes: true,
};

const SENDINGS = [
  {
    newsletter_id: EVENT.newsletter_id,
    title: 'Autumn news',
    is_published: true,
    status: 'paused',
    send_at: null,
    finished_at: null,
    waiting: 0,
  },
  {
    newsletter_id: '7c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c33',
    title: 'Winter news',
    is_published: false,
    status: 'scheduled',
    send_at: '2026-11-22T08:00:00.000Z',
    finished_at: null,
    waiting: 0,
  },
];

function serve(
  role: 'owner' | 'editor' | 'contributor',
  events: readonly object[],
  parts: readonly object[] = [],
  handed_in: readonly object[] = [],
): void {
  signIn(personOf({ role }));
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role }) } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  const dashboard = {
    numbers: NUMBERS,
    last_published: [PUBLISHED],
    sendings: SENDINGS,
    timings: [],
    next_issue: null,
    events,
  };
  answer(dashboardRoutes.dashboard, { status: 200, body: { dashboard } });
  answer(partRoutes.listMyParts, { status: 200, body: { part: { data: parts }, handed_in } });
  answer(newsletterRoutes.listNewsletters, {
    status: 200,
    body: { news_letter: { data: [] }, total: 0, total_pages: 1 },
  });
  const attributes = { title: 'Now with dates', body: 'They go into calendars.', published_on: '2026-11-21' };
  answer(dashboardRoutes.news, {
    status: 200,
    body: { news: { data: [{ id: EVENT.newsletter_id, type: 'news', attributes }] } },
  });
}

describe('the dashboard', () => {
  beforeEach(() => serve('owner', [EVENT, UNSAID]));

  it('shows and links numbers, upcoming events and news', async () => {
    openApp('/app/dashboard');
    const numbers = await screen.findByRole('list', { name: 'Your school in numbers' });
    const links = within(numbers).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['3 Published', '/app/newsletters?filter=published'],
      ['1 Draft', '/app/newsletters?filter=created'],
      ['1,204 Subscribers12 new in 30 days', '/app/settings/manage-users?show=subscribers'],
    ]);
    const published = await screen.findByRole('link', { name: /Published 20\/11\/2026$/ });
    expect(published.textContent).toBe('Autumn newsLater changes · Published 20/11/2026');
    expect(published.getAttribute('href')).toBe(`/app/newsletters/editor/${PUBLISHED.newsletter_id}`);
    const next = screen.getByRole('button', { name: 'Next issue of Autumn news' });
    expect(next.textContent).toContain('Next issue');
    const event = await screen.findByRole('link', { name: /Open morning/ });
    expect(event.textContent).toBe('Nov 25Open morningWed 09:15 · in ‘Autumn news’');
    expect(event.getAttribute('href')).toBe(`/app/newsletters/editor/${EVENT.newsletter_id}`);
    await screen.findByRole('heading', { name: 'Now with dates' });
    const link = await screen.findByRole('link', { name: /Inset day/ });
    expect([link.textContent, link.getAttribute('href')]).toEqual(['Nov 27Inset dayFri', '/app/calendar']);
  });

  it('shows unfinished sendings with links to them', async () => {
    openApp('/app/dashboard');
    const held = await screen.findByRole('link', { name: /Sending on hold$/ });
    expect(held.getAttribute('href')).toBe(`/app/newsletter/send/${EVENT.newsletter_id}`);
    await screen.findByText('Planned for 22/11/2026 at 08:00, but not published');
  });

  it('links to subscribers only for people who may see them', async () => {
    serve('editor', []);
    openApp('/app/dashboard');
    const numbers = await screen.findByRole('list', { name: 'Your school in numbers' });
    expect(within(numbers).getAllByRole('link')).toHaveLength(2);
    await screen.findByText(/^No dates ahead/);
  });

  it('shows the parts that one has to write, with the way to the block', async () => {
    const attributes = {
      newsletter_id: EVENT.newsletter_id,
      newsletter_title: 'Autumn news',
      block: 'heading-1',
      label: 'Year 4 news',
      is_gone: false,
      person_id: EVENT.newsletter_id,
      person_name: 'Hugh Hughes',
      due_on: '2099-11-25',
      done_at: null,
      changed: null,
    };
    const part = { id: EVENT.newsletter_id, type: 'part', attributes };
    const late = {
      ...part,
      id: PUBLISHED.newsletter_id,
      attributes: { ...attributes, due_on: '2020-01-03' },
    };
    const handedIn = { ...part, attributes: { ...attributes, done_at: '2026-11-20T10:00:00.000Z' } };
    serve('editor', [], [{ ...late, id: SENDINGS[1]?.newsletter_id }, part], [handedIn]);
    openApp('/app/dashboard');
    const link = await screen.findByRole('link', { name: /By Wednesday 25 November · in ‘Autumn news’$/ });
    expect(link.getAttribute('href')).toBe(`/app/newsletters/editor/${EVENT.newsletter_id}?part=heading-1`);
    await screen.findByRole('link', { name: /Was wanted by Friday 3 January/ });
    await screen.findByRole('heading', { name: 'Handed in to you 1' });
    await screen.findByRole('link', { name: /Hugh Hughes · in ‘Autumn news’$/ });
  });

  it('keeps a contributor’s done parts until they are published, with the way to open them again', async () => {
    const attributes = {
      newsletter_id: EVENT.newsletter_id,
      newsletter_title: 'Autumn news',
      block: 'heading-1',
      label: 'Year 4 news',
      is_gone: false,
      person_id: EVENT.newsletter_id,
      person_name: 'Hugh Hughes',
      due_on: '2099-11-25',
      done_at: '2026-11-20T10:00:00.000Z',
      changed: null,
    };
    const part = { id: EVENT.newsletter_id, type: 'part', attributes };
    serve('contributor', [], [part]);
    openApp('/app/dashboard');
    await screen.findByRole('heading', { name: 'Nothing to write just now' });
    await screen.findByRole('link', { name: /Handed in · in ‘Autumn news’$/ });
    const opened = { ...part, attributes: { ...attributes, done_at: null } };
    answer(partRoutes.finishPart, { status: 200, body: { part: { data: opened } } }, { id: part.id });
    answer(partRoutes.listMyParts, { status: 200, body: { part: { data: [opened] }, handed_in: [] } });
    await userEvent.click(screen.getByRole('button', { name: 'Not ready after all: Year 4 news' }));
    await screen.findByRole('link', { name: /By Wednesday 25 November · in ‘Autumn news’$/ });
    expect(screen.queryByRole('heading', { name: /^Handed in/ })).toBeNull();
  });

  it('shows in place what cannot be loaded', async () => {
    answer(dashboardRoutes.dashboard, { status: 500, body: { error_message: 'Server error' } });
    openApp('/app/dashboard');
    await screen.findByRole('heading', { name: 'We could not load the events' });
    serve('owner', [EVENT]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: /Open morning/ });
  });
});
