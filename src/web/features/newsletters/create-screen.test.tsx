import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { savedItemRoutes } from '#contract/saved-items.ts';
import { answer, openApp, received } from '#test/support/web/app.tsx';
import { newsletterOf, serveList, signInWithSchool, wholeOf } from '#test/support/web/newsletters.ts';
import { wordsOnScreen } from '#test/support/web/words-on-screen.ts';

// The engine has its own tests.
vi.mock(import('#web/newsletter-ui/renderer/renderer.ts'), async (load) => ({
  ...(await load()),
  createRenderer: () => ({
    render: async (_key, mjml) => `<html><head></head><body>${mjml}</body></html>`,
    dispose: () => undefined,
  }),
}));

const HEADING = { name: 'a', type: 'heading', value: { text: 'Hello' } };
const created = newsletterOf(9, 'Spring');
const title = () => screen.findByRole('textbox', { name: 'Newsletter title' });
const press = () => userEvent.click(screen.getByRole('button', { name: 'Create newsletter' }));
const layouts = () =>
  screen
    .getAllByRole('radio')
    .map((radio) => document.getElementById(radio.getAttribute('aria-labelledby') ?? '')?.textContent);
const posted = () =>
  received.filter(({ call }) => call === 'POST /api/v1/news_letters').map(({ body }) => body);

beforeEach(() => answer(savedItemRoutes.listSavedItems, { status: 200, body: { saved_item: { data: [] } } }));

function serveEditor(): void {
  answer(newsletterRoutes.createNewsletter, { ...wholeOf(created), status: 201 });
  answer(newsletterRoutes.getNewsletter, wholeOf(created), { id: created.id });
}

describe('creating a newsletter', () => {
  it('offers four layouts for the first one, and opens the editor', async () => {
    signInWithSchool();
    serveList(() => []);
    serveEditor();
    const router = openApp('/app/newsletters/create');
    await userEvent.type(await title(), 'Spring');
    expect(layouts()).toEqual([
      ...['Weekly bulletin', 'Head’s letter', 'Event', 'Sports day', 'Term dates'],
      ...['1 column', '2 column (center)', '2 column (right)', '2 column (left)'],
    ]);
    await userEvent.click(screen.getByRole('radio', { name: '2 column (right)' }));
    await press();
    await waitFor(() => expect(router.state.location.pathname).toBe(`/app/newsletters/editor/${created.id}`));
    expect(posted()).toEqual([
      { news_letter: { title: 'Spring', layout_type: 'two_columns_right', code: [] } },
    ]);
  });

  it('says in 63 words how to begin, three newsletters included', async () => {
    signInWithSchool();
    serveList(() => [newsletterOf(1, 'Winter'), newsletterOf(2, 'Autumn'), newsletterOf(3, 'Summer')]);
    openApp('/app/newsletters/create');
    await title();
    expect(wordsOnScreen().length, wordsOnScreen().join(' ')).toBeLessThanOrEqual(63);
  });

  it('selects the next issue of the newest newsletter if there is one, and names that', async () => {
    signInWithSchool();
    serveList(() => [newsletterOf(1, 'Winter')]);
    serveEditor();
    const winter = newsletterOf(1, 'Spring');
    answer(newsletterRoutes.lastNewsletter, wholeOf(winter));
    answer(newsletterRoutes.nextIssue, { ...wholeOf(created), status: 201 }, { id: winter.id });
    const router = openApp('/app/newsletters/create');
    await userEvent.type(await title(), 'Spring');
    expect(layouts()[0]).toBe('Latest template');
    const card = screen.getByRole('radio', { name: 'Latest template', description: 'Winter' });
    expect(card.closest('label')?.querySelector('iframe')).not.toBeNull();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/app/newsletters/editor/${created.id}`));
    const copied = received.filter(({ call }) => call.endsWith('/next_issue')).map(({ body }) => body);
    expect(copied).toEqual([{ news_letter: { title: 'Spring' } }]);
    const asked = received.find(({ call }) => call === 'GET /api/v1/news_letters/last/created');
    expect(asked?.url).toContain('title=Spring');
  });

  it('begins with a template of the school, whose events become new ones', async () => {
    signInWithSchool();
    serveList(() => []);
    serveEditor();
    const attributes = {
      kind: 'template',
      name: 'Friday news',
      layout_type: 'two_columns_left',
      created_at: '2026-11-01T10:00:00.000Z',
    };
    const template = { id: '00000000-0000-4000-8000-000000000077', type: 'saved_item', attributes };
    const row = { id: 'fair', title: 'Fair', description: 'In the hall', date: '2026-12-05' };
    const code = [HEADING, { name: 'b', type: 'event', value: { rows: [row] } }];
    const colours = { primary: '#aa1144', secondary: '#224488' };
    const examples = { blocks: ['b'], dates: ['x'] };
    const whole = { ...template, attributes: { ...attributes, design: 'poster', colours, code, examples } };
    const reply = (data: unknown) => ({ status: 200, body: { saved_item: { data } } });
    answer(savedItemRoutes.listSavedItems, reply([template]));
    answer(savedItemRoutes.getSavedItem, reply(whole), { id: template.id });
    openApp('/app/newsletters/create');
    const choice = await screen.findByRole('radio', { name: 'Friday news' });
    const picture = () => choice.closest('label')?.querySelector('iframe')?.srcdoc;
    await waitFor(() => expect(picture()).toContain('Fair'));
    await userEvent.click(choice);
    expect(await title()).toHaveProperty('value', 'Friday news');
    await press();
    await waitFor(() => expect(posted()).toHaveLength(1));
    expect(posted()).toMatchObject([
      {
        news_letter: {
          ...{ title: 'Friday news', layout_type: 'two_columns_left', design: 'poster', colours, examples },
        },
      },
    ]);
    expect(JSON.stringify(posted())).toContain('"title":"Fair"');
    expect(JSON.stringify(posted())).not.toContain('"id":"fair"');
  });

  it('fills in a template’s title, but does not overwrite a typed one', async () => {
    signInWithSchool();
    serveList(() => []);
    openApp('/app/newsletters/create');
    const field = await title();
    await userEvent.click(screen.getByRole('radio', { name: 'Term dates' }));
    expect(field).toHaveProperty('value', 'Dates for the new term');
    await userEvent.click(screen.getByRole('radio', { name: '1 column' }));
    expect(field).toHaveProperty('value', '');
    await userEvent.type(field, 'Spring');
    await userEvent.click(screen.getByRole('radio', { name: 'Sports day' }));
    expect(field).toHaveProperty('value', 'Spring');
    expect(screen.getAllByRole('radio', { checked: true })).toHaveLength(1);
  });

  it('lists the three newest newsletters, and has breadcrumbs', async () => {
    signInWithSchool();
    serveList(() => [newsletterOf(1, 'One'), newsletterOf(2, 'Two'), newsletterOf(3, 'Three')]);
    openApp('/app/newsletters/create');
    expect(await screen.findAllByRole('article')).toHaveLength(3);
    const asked = received.find(({ call }) => call === 'GET /api/v1/news_letters');
    expect(asked?.url).toContain('order=created_at&direction=desc&page=1&per_page=3');
    const way = screen.getByRole('navigation', { name: 'Breadcrumbs' });
    expect(way.textContent).toBe('DashboardNewslettersCreate newsletter');
  });

  it('requires a title before calling the server', async () => {
    signInWithSchool();
    serveList(() => []);
    openApp('/app/newsletters/create');
    await title();
    await press();
    await screen.findByText('Field is required');
    expect(posted()).toEqual([]);
  });

  it('creates one newsletter, however often the button is pressed', async () => {
    signInWithSchool();
    serveList(() => []);
    serveEditor();
    const router = openApp('/app/newsletters/create');
    // The editor loads slowly.
    const opened = Promise.withResolvers<void>();
    const navigate = vi.spyOn(router, 'navigate').mockReturnValue(opened.promise);
    await userEvent.type(await title(), 'Spring');
    const button = screen.getByRole('button', { name: 'Create newsletter' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(navigate).toHaveBeenCalled());
    for (let presses = 0; presses < 3; presses += 1) await userEvent.click(button);
    expect(button.textContent).toContain('Creating…');
    expect(button).toHaveProperty('ariaDisabled', 'true');
    expect(posted()).toHaveLength(1);
    opened.resolve();
    await waitFor(() => expect(button).toHaveProperty('ariaDisabled', null));
  });

  it('keeps typed text and shows the error if the server refuses', async () => {
    signInWithSchool();
    serveList(() => []);
    answer(newsletterRoutes.createNewsletter, { status: 402, body: { error_message: 'Your trial is over' } });
    openApp('/app/newsletters/create');
    await userEvent.type(await title(), 'Spring');
    await press();
    await screen.findByText(/^Your trial is over, please activate a plan/);
    expect(await title()).toHaveProperty('value', 'Spring');
  });
});
