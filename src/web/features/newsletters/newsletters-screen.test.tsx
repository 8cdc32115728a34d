import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { answer, openApp, received } from '#test/support/web/app.tsx';
import { newsletterOf, publishedOf, serveList, signInWithSchool } from '#test/support/web/newsletters.ts';
import { toastStore } from '#ui/feedback/toast.ts';

const titles = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const listQueries = () =>
  received
    .filter(({ call }) => call === 'GET /api/v1/news_letters')
    .map(({ url }) => Object.fromEntries(new URL(url, 'http://test').searchParams));
const choose = async (menu: RegExp, item: string) => {
  await userEvent.click(screen.getByRole('button', { name: menu }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: item }));
};
const search = () => screen.getByRole('textbox', { name: 'Search newsletters' });

describe('the newsletters list', () => {
  it('requests the latest changes first and shows each newsletter’s details', async () => {
    signInWithSchool();
    serveList(() => [newsletterOf(1, 'Harvest'), publishedOf(2, 'Forest School', true)]);
    openApp('/app/newsletters');
    const [harvest, forest] = await screen.findAllByRole('article');
    if (!harvest || !forest) throw new Error('Two cards were expected');
    expect(listQueries()[0]).toMatchObject({
      page: '1',
      filter: 'all',
      order: 'updated_at',
      direction: 'desc',
    });
    expect(within(harvest).getByText('Draft')).toBeDefined();
    expect(within(harvest).getByText('Last updated 09/10/2026')).toBeDefined();
    expect(within(harvest).getByRole('link', { name: 'Harvest' }).getAttribute('href')).toBe(
      '/app/newsletters/editor/00000000-0000-4000-8000-000000000001',
    );
    expect(within(forest).getByText('Published')).toBeDefined();
    expect(within(forest).getByText('Later changes')).toBeDefined();
    expect(within(harvest).queryByText('Later changes')).toBeNull();
    // Only published newsletters have a next issue.
    expect(within(forest).getByRole('button', { name: 'Next issue of Forest School' })).toBeDefined();
    expect(within(harvest).queryByRole('button', { name: /^Next issue/ })).toBeNull();
  });

  it('shows the sending status of each newsletter', async () => {
    signInWithSchool();
    const sent = {
      status: 'done',
      send_at: null,
      finished_at: '2026-10-08T23:30:00.000Z',
      waiting: 0,
    } as const;
    const held = { status: 'paused', send_at: null, finished_at: null, waiting: 0 } as const;
    serveList(() => [
      newsletterOf(1, 'One', { last_delivery: sent }),
      newsletterOf(2, 'Two', { last_delivery: held }),
      newsletterOf(3, 'Three', { last_delivery: { ...sent, waiting: 12 } }),
    ]);
    openApp('/app/newsletters');
    await screen.findByText('Sent 09/10/2026');
    expect(screen.getByText('Sent 09/10/2026, 12 people still wait')).toBeDefined();
    expect(screen.getByText('Sending on hold').getAttribute('href')).toBe(
      `/app/newsletter/send/${newsletterOf(2, '').id}`,
    );
  });

  it('shows in a closed school what is not public or on hold, without refused actions', async () => {
    signInWithSchool({ closes_at: '2026-12-21T10:00:00.000Z' });
    const planned = {
      status: 'scheduled',
      send_at: '2026-12-08T08:00:00.000Z',
      finished_at: null,
      waiting: 0,
    } as const;
    const item = publishedOf(1, 'Harvest');
    serveList(() => [{ ...item, attributes: { ...item.attributes, last_delivery: planned } }]);
    openApp('/app/newsletters');
    await screen.findByText('Not public while closed');
    screen.getByText('Planned for 08/12/2026 at 08:00, on hold while the school is closed');
    expect(screen.queryByText('Published')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Create new' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Options for Harvest' }));
    await screen.findByRole('menuitem', { name: 'Delete' });
    for (const name of ['View', 'Copy link', 'Duplicate', 'Unpublish'])
      expect(screen.queryByRole('menuitem', { name })).toBeNull();
  });

  it('shows each newsletter in a sandboxed frame', async () => {
    signInWithSchool();
    serveList(() => [newsletterOf(1, 'Harvest')]);
    openApp('/app/newsletters');
    const frame = (await screen.findByRole('article')).querySelector('iframe');
    expect(frame?.getAttribute('sandbox')).toBe('');
    expect(frame?.getAttribute('srcdoc')).toContain('<p>Harvest</p>');
    expect(frame?.closest('[aria-hidden="true"]')).not.toBeNull();
  });

  it('appends the next page on Load More, until the last page', async () => {
    signInWithSchool();
    // The second page repeats a newsletter that moved down when another was created.
    serveList(
      (query) =>
        query.get('page') === '1'
          ? [newsletterOf(1, 'One'), newsletterOf(2, 'Two')]
          : [newsletterOf(2, 'Two'), newsletterOf(3, 'Three')],
      2,
    );
    openApp('/app/newsletters');
    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
    await waitFor(() => expect(titles()).toEqual(['One', 'Two', 'Three']));
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
  });

  it('starts at the first page when the filter changes', async () => {
    signInWithSchool();
    serveList(
      (query) => (query.get('filter') === 'created' ? [newsletterOf(3, 'Draft')] : [newsletterOf(1, 'One')]),
      2,
    );
    const router = openApp('/app/newsletters');
    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
    await choose(/^Filter/, 'Show draft');
    await waitFor(() => expect(titles()).toEqual(['Draft']));
    expect(listQueries().at(-1)).toMatchObject({ filter: 'created', page: '1' });
    await router.navigate(-1);
    await waitFor(() => expect(titles()).toEqual(['One']));
    expect(screen.getByRole('button', { name: 'Filter: Show All' })).toBeDefined();
  });

  it('starts at the first page when the filter is removed', async () => {
    signInWithSchool();
    serveList(
      (query) => [newsletterOf(Number(query.get('page')), `${query.get('filter')} ${query.get('page')}`)],
      2,
    );
    openApp('/app/newsletters');
    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
    await waitFor(() => expect(titles()).toEqual(['all 1', 'all 2']));
    await choose(/^Filter/, 'Show published');
    await waitFor(() => expect(titles()).toEqual(['published 1']));
    await choose(/^Filter/, 'Show All');
    await waitFor(() => expect(titles()).toEqual(['all 1']));
  });

  it('sorts titles from A and dates from the newest, and reverses the order', async () => {
    signInWithSchool();
    serveList(() => [newsletterOf(1, 'One')]);
    openApp('/app/newsletters');
    await screen.findByRole('article');
    await choose(/^Sort by/, 'Title');
    await waitFor(() => expect(listQueries().at(-1)).toMatchObject({ order: 'title', direction: 'asc' }));
    await choose(/^Sort by/, 'Z to A');
    await waitFor(() => expect(listQueries().at(-1)).toMatchObject({ order: 'title', direction: 'desc' }));
    await choose(/^Sort by/, 'Created at');
    await waitFor(() =>
      expect(listQueries().at(-1)).toMatchObject({ order: 'created_at', direction: 'desc' }),
    );
  });

  it('searches by title after a pause in typing, and shows all when cleared', async () => {
    signInWithSchool();
    serveList((query) =>
      query.get('search_string') === 'harvest' ? [newsletterOf(1, 'Harvest')] : [newsletterOf(2, 'All')],
    );
    const router = openApp('/app/newsletters');
    await screen.findByRole('article');
    await userEvent.type(search(), 'harvest');
    expect(listQueries()).toHaveLength(1);
    await waitFor(() => expect(titles()).toEqual(['Harvest']));
    expect(listQueries()).toHaveLength(2);
    expect(listQueries()[1]).toMatchObject({
      search_string: 'harvest',
      order: 'title',
      direction: 'asc',
      page: '1',
    });
    expect(router.state.location.search).toContain('search=harvest');
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(titles()).toEqual(['All']));
    expect(screen.getByRole('button', { name: 'Sort by Last updated, Newest first' })).toBeDefined();
    expect(router.state.location.search).toBe('');
  });
});

describe('an empty list', () => {
  it('explains how to start if there is no newsletter', async () => {
    signInWithSchool();
    serveList(() => []);
    openApp('/app/newsletters');
    await screen.findByRole('heading', { name: 'Your first newsletter starts here' });
    expect(screen.getByRole('link', { name: 'Create new' }).getAttribute('href')).toBe(
      '/app/newsletters/create',
    );
  });

  it('shows what was not found, and can show all again', async () => {
    signInWithSchool();
    serveList((query) => (query.get('search_string') === 'zzz' ? [] : [newsletterOf(1, 'One')]));
    openApp('/app/newsletters?search=zzz&order=title');
    await screen.findByText('There is no newsletter with ‘zzz’ in its title.');
    await userEvent.click(screen.getByRole('button', { name: 'Show all newsletters' }));
    await waitFor(() => expect(titles()).toEqual(['One']));
    expect(search()).toHaveProperty('value', '');
  });
});

describe('a list that cannot be loaded', () => {
  it('shows the error in place and can be retried', async () => {
    signInWithSchool();
    answer(newsletterRoutes.listNewsletters, { status: 500, body: { error_message: 'Server error' } });
    openApp('/app/newsletters');
    await screen.findByText('We could not load the newsletters');
    expect(toastStore.current().map(({ kind, message }) => ({ kind, message }))).toEqual([
      { kind: 'error', message: 'Server error' },
    ]);
    serveList(() => [newsletterOf(1, 'One')]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titles()).toEqual(['One']));
  });

  it('also shows a toast for a refusal', async () => {
    signInWithSchool();
    answer(newsletterRoutes.listNewsletters, { status: 400, body: { error_message: 'No such order' } });
    openApp('/app/newsletters');
    await screen.findByText('We could not load the newsletters');
    expect(toastStore.current().map(({ message }) => message)).toEqual(['No such order']);
  });

  it('shows that it is offline, and keeps its items', async () => {
    signInWithSchool();
    serveList(() => [newsletterOf(1, 'One')]);
    openApp('/app/newsletters');
    await waitFor(() => expect(titles()).toEqual(['One']));
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await screen.findByText('No connection. What you see here may be out of date');
    expect(titles()).toEqual(['One']);
    isOnline.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/^No connection/)).toBeNull());
  });

  it('reloads when the connection is back', async () => {
    signInWithSchool();
    answer(newsletterRoutes.listNewsletters, { status: 404, body: { error_message: 'Away' } });
    openApp('/app/newsletters');
    await screen.findByText('We could not load the newsletters');
    expect(toastStore.current()).toEqual([]);
    serveList(() => [newsletterOf(1, 'One')]);
    for (const event of ['offline', 'online']) act(() => void window.dispatchEvent(new Event(event)));
    await waitFor(() => expect(titles()).toEqual(['One']));
  });

  it('keeps its items if the next page fails', async () => {
    signInWithSchool();
    serveList(() => [newsletterOf(1, 'One')], 2);
    openApp('/app/newsletters');
    const more = await screen.findByRole('button', { name: 'Load More' });
    answer(newsletterRoutes.listNewsletters, { status: 500, body: { error_message: 'Server error' } });
    await userEvent.click(more);
    await screen.findByText('We could not load more newsletters');
    expect(titles()).toEqual(['One']);
  });
});
