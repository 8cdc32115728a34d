import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listingRoutes } from '#contract/families/listings.ts';
import { type NewsletterListItem, newsletterRoutes } from '#contract/newsletters.ts';
import { answer, openApp, received } from '#test/support/web/app.tsx';
import {
  newsletterOf,
  publishedOf,
  serveList,
  signInWithSchool,
  wholeOf,
} from '#test/support/web/newsletters.ts';

async function openOptions(newsletter: NewsletterListItem, school: object = {}) {
  signInWithSchool(school);
  serveList(() => [newsletter]);
  const router = openApp('/app/newsletters');
  await userEvent.click(
    await screen.findByRole('button', { name: `Options for ${newsletter.attributes.title}` }),
  );
  await screen.findByRole('menu');
  return router;
}

const choose = (name: string) => userEvent.click(screen.getByRole('menuitem', { name }));
const calls = (call: string) => received.filter((each) => each.call === call);
const lists = () => calls('GET /api/v1/news_letters').length;

describe('the options of a newsletter', () => {
  it('are Edit, Next issue, Duplicate, Keep as template and Delete for a draft', async () => {
    await openOptions(newsletterOf(1, 'Harvest'));
    const names = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(names).toEqual(['Edit', 'Next issue', 'Duplicate', 'Keep as template', 'Delete']);
  });

  it('are View, Copy link, Send by email and Unpublish as well for a published one', async () => {
    await openOptions(publishedOf(1, 'Harvest'));
    const names = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(names).toEqual([
      'Edit',
      'Next issue',
      'Duplicate',
      'Keep as template',
      'View',
      'Copy link',
      'Send by email',
      'What families saw',
      'Unpublish',
      'Unpublish at a time',
      'Delete',
    ]);
    const view = screen.getByRole('menuitem', { name: 'View' });
    expect(view.getAttribute('href')).toBe(`${window.location.origin}/published/slug-1`);
  });

  it('list it on the school’s page, where there is one, and take that back', async () => {
    const harvest = publishedOf(1, 'Harvest');
    const { id } = harvest;
    await openOptions(harvest, { newsletters_url: 'https://school.test/s/oakfield/newsletters' });
    answer(
      listingRoutes.setListing,
      ({ body }) => {
        const { is_listed } = z.object({ listing: z.object({ is_listed: z.boolean() }) }).parse(body).listing;
        const attributes = { is_listed, page_url: null };
        return { status: 200, body: { listing: { data: { id, type: 'listing', attributes } } } };
      },
      { id },
    );
    await choose('List on the school’s page');
    await screen.findByText('‘Harvest’ is on the school’s page');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('‘Harvest’ is no longer on the school’s page');
    expect(calls(`PUT /api/v1/news_letters/${id}/listing`).map(({ body }) => body)).toEqual([
      { listing: { is_listed: true } },
      { listing: { is_listed: false } },
    ]);
  });

  it('make the next issue, and open it with its title selected if that is the same', async () => {
    const harvest = publishedOf(1, 'Harvest');
    const next = newsletterOf(2, 'Harvest');
    const router = await openOptions(harvest);
    answer(newsletterRoutes.nextIssue, { ...wholeOf(next), status: 201 }, { id: harvest.id });
    answer(newsletterRoutes.getNewsletter, wholeOf(next), { id: next.id });
    await choose('Next issue');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/app/newsletters/editor/${next.id}`));
    expect(router.state.location.state).toEqual({ asksTitle: true });
    expect(calls(`POST /api/v1/news_letters/${harvest.id}/next_issue`)).toHaveLength(1);
  });

  it.each([
    ['Open it', ['ask']],
    ['Make another', ['ask', 'another']],
  ])('make no second next issue unasked: %s', async (answered, asked) => {
    const harvest = publishedOf(1, 'Harvest');
    const next = newsletterOf(2, 'Harvest 2');
    const router = await openOptions(harvest);
    const begun = { id: next.id, title: 'Harvest 2' };
    const refusal = { error_message: 'There is one already', begun };
    answer(newsletterRoutes.nextIssue, { status: 409, body: refusal }, { id: harvest.id });
    answer(newsletterRoutes.getNewsletter, wholeOf(next), { id: next.id });
    await choose('Next issue');
    await screen.findByText('“Harvest 2” is a draft that has not been published.');
    // It is not repeated in a toast.
    expect(screen.getAllByText('There is one already')).toHaveLength(1);
    answer(newsletterRoutes.nextIssue, { ...wholeOf(next), status: 201 }, { id: harvest.id });
    await userEvent.click(screen.getByRole('button', { name: answered }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/app/newsletters/editor/${next.id}`));
    const bodies = calls(`POST /api/v1/news_letters/${harvest.id}/next_issue`).map(({ body }) => body);
    expect(bodies).toEqual(asked.map((if_begun) => ({ news_letter: { if_begun } })));
  });

  it('link to an unfinished sending, and name it in confirmations', async () => {
    const last_delivery = {
      status: 'scheduled',
      send_at: '2026-11-22T08:00:00.000Z',
      finished_at: null,
      waiting: 0,
    } as const;
    const harvest = newsletterOf(1, 'Harvest', { last_delivery });
    await openOptions(harvest);
    const note = screen.getByRole('link', { name: /^Planned for 22\/11\/2026 at 08:00, but not published/ });
    expect(note.getAttribute('href')).toBe(`/app/newsletter/send/${harvest.id}`);
    const names = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(names).toEqual(['Edit', 'Next issue', 'Duplicate', 'Keep as template', 'Send by email', 'Delete']);
    await choose('Delete');
    await screen.findByText(
      'Its sending planned for 22/11/2026 at 08:00 will not go out. This cannot be undone.',
    );
  });

  it('ask for confirmation before unpublishing with an unfinished sending', async () => {
    const last_delivery = { status: 'paused', send_at: null, finished_at: null, waiting: 0 } as const;
    const harvest = publishedOf(1, 'Harvest');
    const held = { ...harvest, attributes: { ...harvest.attributes, last_delivery } };
    answer(newsletterRoutes.unpublishNewsletter, wholeOf(newsletterOf(1, 'Harvest')), { id: harvest.id });
    await openOptions(held);
    await choose('Unpublish');
    const question = await screen.findByRole('dialog', { name: 'Unpublish ‘Harvest’?' });
    expect(within(question).getByText(/^Its sending is on hold/)).toBeTruthy();
    expect(calls(`PUT /api/v1/news_letters/unpublish/${harvest.id}`)).toHaveLength(0);
    await userEvent.click(within(question).getByRole('button', { name: 'Unpublish' }));
    await waitFor(() => expect(calls(`PUT /api/v1/news_letters/unpublish/${harvest.id}`)).toHaveLength(1));
  });

  it('open the editor', async () => {
    await openOptions(newsletterOf(1, 'Harvest'));
    expect(screen.getByRole('menuitem', { name: 'Edit' }).getAttribute('href')).toBe(
      `/app/newsletters/editor/${newsletterOf(1, '').id}`,
    );
  });

  it('duplicate it as a draft, with a link to the copy', async () => {
    const harvest = newsletterOf(1, 'Harvest');
    const copy = wholeOf(newsletterOf(2, 'Copy of Harvest'));
    answer(newsletterRoutes.getNewsletter, wholeOf(harvest), { id: harvest.id });
    answer(newsletterRoutes.createNewsletter, { ...copy, status: 201 });
    const router = await openOptions(harvest);
    const before = lists();
    await choose('Duplicate');
    await screen.findByText('‘Copy of Harvest’ is a new draft');
    expect(calls('POST /api/v1/news_letters')[0]?.body).toMatchObject({
      news_letter: { title: 'Copy of Harvest', layout_type: harvest.attributes.layout_type },
    });
    await waitFor(() => expect(lists()).toBeGreaterThan(before));
    answer(newsletterRoutes.getNewsletter, copy, { id: newsletterOf(2, '').id });
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/app/newsletters/editor/${newsletterOf(2, '').id}`),
    );
  });

  it.each([
    ['Duplicate', 'POST /api/v1/news_letters', 'news_letter'],
    ['Keep as template', 'POST /api/v1/saved_items', 'saved_item'],
  ])('%s takes along what is still an example', async (name, path, wrapper) => {
    const harvest = newsletterOf(1, 'Harvest');
    const { data } = wholeOf(harvest).body.news_letter;
    const carried_over = {
      day: '2026-10-01',
      is_example: true,
      blocks: ['a'],
      dates: [],
      example_dates: ['x'],
    };
    const whole = { ...data, attributes: { ...data.attributes, carried_over } };
    answer(
      newsletterRoutes.getNewsletter,
      { status: 200, body: { news_letter: { data: whole } } },
      { id: harvest.id },
    );
    await openOptions(harvest);
    await choose(name);
    await waitFor(() => expect(calls(path)).toHaveLength(1));
    expect(calls(path)[0]?.body).toMatchObject({ [wrapper]: { examples: { blocks: ['a'], dates: ['x'] } } });
  });

  it('unpublish it, with Undo', async () => {
    const harvest = publishedOf(1, 'Harvest');
    answer(newsletterRoutes.unpublishNewsletter, wholeOf(newsletterOf(1, 'Harvest')), { id: harvest.id });
    answer(newsletterRoutes.publishNewsletter, wholeOf(harvest), { id: harvest.id });
    await openOptions(harvest);
    const before = lists();
    await choose('Unpublish');
    await screen.findByText('‘Harvest’ is a draft again');
    await waitFor(() => expect(lists()).toBeGreaterThan(before));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls(`PUT /api/v1/news_letters/publish/${harvest.id}`)).toHaveLength(1));
  });

  it('offer no Undo that would publish later changes', async () => {
    const harvest = publishedOf(1, 'Harvest', true);
    answer(newsletterRoutes.unpublishNewsletter, wholeOf(harvest), { id: harvest.id });
    await openOptions(harvest);
    await choose('Unpublish');
    const question = await screen.findByRole('dialog', { name: 'Unpublish ‘Harvest’?' });
    expect(question.textContent).toContain('with your later changes');
    await userEvent.click(within(question).getByRole('button', { name: 'Unpublish' }));
    await screen.findByText('‘Harvest’ is a draft again');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('delete it only after a confirmation that names it', async () => {
    const harvest = newsletterOf(1, 'Harvest');
    answer(newsletterRoutes.deleteNewsletter, { status: 204 }, { id: harvest.id });
    await openOptions(harvest);
    await choose('Delete');
    const question = await screen.findByRole('dialog', { name: 'Delete ‘Harvest’?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls(`DELETE /api/v1/news_letters/${harvest.id}`)).toHaveLength(0);

    await userEvent.click(screen.getByRole('button', { name: 'Options for Harvest' }));
    await screen.findByRole('menu');
    await choose('Delete');
    serveList(() => []);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete newsletter' }));
    await screen.findByText('‘Harvest’ deleted');
    await screen.findByRole('heading', { name: 'Your first newsletter starts here' });
    expect(calls(`DELETE /api/v1/news_letters/${harvest.id}`)).toHaveLength(1);
  });

  it('show an error, and leave the newsletter unchanged', async () => {
    const harvest = newsletterOf(1, 'Harvest');
    answer(
      newsletterRoutes.deleteNewsletter,
      { status: 503, body: { error_message: 'The service is not available just now.' } },
      { id: harvest.id },
    );
    await openOptions(harvest);
    await choose('Delete');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete newsletter' }));
    await screen.findByText('The service is not available just now.');
    expect(screen.getByRole('link', { name: 'Harvest' })).toBeDefined();
    expect(screen.queryByText('‘Harvest’ deleted')).toBeNull();
  });
});
