import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { historyRoutes } from '#contract/history.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { answer, openApp, personOf, SCHOOL, signIn } from '#test/support/web/app.tsx';
import type { EditionListed, StateListed } from './edition-data.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const idOf = (number: number) => `00000000-0000-4000-9000-00000000000${number}`;

function editionOf(number: number, attributes: Partial<EditionListed['attributes']> = {}): EditionListed {
  return {
    id: idOf(number),
    type: 'edition',
    attributes: {
      version: number,
      title: 'Summer news',
      person_name: 'Priya Nair',
      published_at: '2026-05-03T15:02:00.000Z',
      redrawn_at: null,
      sent_to: 0,
      sendings: [],
      ...attributes,
    },
  };
}

const first = editionOf(1, {
  sent_to: 1214,
  sendings: [
    {
      id: idOf(9),
      subject: 'Summer news',
      audience: 'Year 4 and Choir',
      sender: 'Ivy Bell',
      started_at: '2026-05-03T15:05:00.000Z',
      sent: 1214,
      failed: 3,
      unconfirmed: 1,
    },
  ],
});
const second = editionOf(2, { published_at: '2026-05-05T08:12:00.000Z' });

function stateOf(number: number, attributes: Partial<StateListed['attributes']>): StateListed {
  return {
    id: idOf(number),
    type: 'state',
    attributes: {
      version: 1,
      reason: 'published',
      person_name: 'Fola Hart',
      began_at: '2026-05-03T14:40:00.000Z',
      saved_at: '2026-05-03T14:40:00.000Z',
      title: 'Summer news',
      edition_id: null,
      sent_to: 0,
      restored_from: null,
      started_from: null,
      changed: '',
      ...attributes,
    },
  };
}

function serve(
  editions: readonly EditionListed[],
  files_deleted = 0,
  states: readonly StateListed[] = [],
): void {
  answer(historyRoutes.listStates, { status: 200, body: { state: { data: states } } }, { id: ID });
  answer(
    historyRoutes.listEditions,
    { status: 200, body: { edition: { data: editions }, earlier_sendings: [] } },
    { id: ID },
  );
  for (const { id, attributes, ...rest } of editions) {
    const kept = {
      page: `<p>Page ${attributes.version}</p>`,
      mail: `<p>Mail ${attributes.version}</p>`,
      mail_text: '',
      variants: [],
      files_deleted,
    };
    const data = { ...rest, id, attributes: { ...attributes, ...kept } };
    answer(
      historyRoutes.getEdition,
      { status: 200, body: { edition: { data } } },
      { id: ID, edition_id: id },
    );
  }
}
const open = (edition = 'newest') => openApp(`/app/newsletters/${ID}/editions/${edition}`);
const facts = async () => {
  const aside = await screen.findByRole('complementary', { name: 'What families got' });
  const [list] = within(aside).getAllByRole('list');
  return within(list ?? aside)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
};

beforeEach(() => {
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
});

describe('what families saw', () => {
  it('is the stored page and mail in a sandboxed frame, with who, when and to how many', async () => {
    serve([second, first]);
    open(first.id);
    const page = await screen.findByTitle('The page, as families saw it');
    expect(page.getAttribute('sandbox')).toBe('');
    expect(page.getAttribute('srcdoc')).toBe('<p>Page 1</p>');
    expect(screen.getByText('As families saw it on 3 May 2026, 16:02')).toBeTruthy();
    expect(await facts()).toEqual([
      'PublishedPriya Nair, 3 May 2026, 16:02',
      'Sent to 1,214For Year 4 and Choir · Ivy Bell, 3 May 2026, 16:05 · 2 came back · 1 not confirmed',
      'Corrected5 May 2026, 09:12',
    ]);
    await userEvent.click(screen.getByRole('radio', { name: 'Mail' }));
    expect(screen.getByTitle('The mail, as families got it').getAttribute('srcdoc')).toBe('<p>Mail 1</p>');
    await userEvent.click(screen.getByRole('radio', { name: 'Phone' }));
    expect(screen.getByTitle('The mail, as families got it').dataset.width).toBe('phone');
  });

  it('says who approved it, and leads to what has changed since', async () => {
    serve([second, first], 0, [
      stateOf(6, { version: 2, edition_id: second.id }),
      stateOf(5, { edition_id: first.id }),
      stateOf(4, { reason: 'approved' }),
    ]);
    open(first.id);
    const compare = await screen.findByRole('link', { name: 'Compare with now' });
    expect(compare.getAttribute('href')).toBe(`/app/newsletters/editor/${ID}?history=${idOf(5)}`);
    expect((await facts())[0]).toBe('ApprovedFola Hart, 3 May 2026, 15:40');
    await userEvent.click(screen.getByRole('link', { name: /^5 May 2026/ }));
    await waitFor(() => expect(compare.getAttribute('href')).toContain(idOf(6)));
    expect((await facts()).join()).not.toContain('Approved');
  });

  it('begins with the newest edition, and switches to another one', async () => {
    serve([second, first], 1);
    const router = open();
    const page = await screen.findByTitle('The page, as families saw it');
    expect(page.getAttribute('srcdoc')).toBe('<p>Page 2</p>');
    expect(await facts()).toContain('Not sent by emailFamilies read it by its link');
    expect(screen.getByText(/^1 file was deleted since/)).toBeTruthy();
    const list = within(screen.getByRole('navigation', { name: 'Editions' }));
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '3 May 2026, 16:02First',
      '5 May 2026, 09:12Corrected',
    ]);
    await userEvent.click(list.getByRole('link', { name: /First/ }));
    expect(router.state.location.pathname).toBe(`/app/newsletters/${ID}/editions/${first.id}`);
    await screen.findByText('As families saw it on 3 May 2026, 16:02');
    expect(list.getByRole('link', { current: 'page' }).textContent).toContain('First');
  });

  it('is downloaded as one file', async () => {
    serve([first]);
    answer(
      historyRoutes.downloadEdition,
      { status: 200, body: 'zip', headers: { 'content-disposition': 'attachment; filename="summer.zip"' } },
      { id: ID, edition_id: first.id },
    );
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:test';
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    await waitFor(() => expect(saved).toEqual(['summer.zip']));
  });

  it('says so before the first publishing', async () => {
    serve([]);
    open();
    await screen.findByRole('heading', { name: 'Families have seen nothing of it yet' });
  });

  it('offers another try when it cannot be loaded', async () => {
    answer(historyRoutes.listEditions, { status: 503, body: { error_message: 'Busy' } }, { id: ID });
    open();
    await screen.findByRole('heading', { name: 'We could not load what families saw' });
    serve([first]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByTitle('The page, as families saw it');
  });

  it('goes to the newest edition from the address of one that is gone', async () => {
    serve([first]);
    const router = open(idOf(7));
    await screen.findByText(/^That edition is not there any more/);
    expect(router.state.location.pathname).toBe(`/app/newsletters/${ID}/editions/newest`);
  });

  it('goes to the list with a toast when the newsletter is gone', async () => {
    answer(historyRoutes.listEditions, { status: 404, body: { error_message: 'Gone' } }, { id: ID });
    const none = { news_letter: { data: [] }, total: 0, total_pages: 0 };
    answer(newsletterRoutes.listNewsletters, { status: 200, body: none });
    open();
    await screen.findByText('That newsletter is not there any more');
  });
});
