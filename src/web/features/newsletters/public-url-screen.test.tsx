import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type DeliveryResource, deliveryRoutes } from '#contract/deliveries.ts';
import { historyRoutes, type StateReason } from '#contract/history.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import type { About } from '#newsletter/document/about.ts';
import { answer, openApp, received, SCHOOL } from '#test/support/web/app.tsx';
import { deliveryOf } from '#test/support/web/deliveries.ts';
import {
  newsletterOf,
  publishedOf,
  serveList,
  signInWithSchool,
  wholeOf,
} from '#test/support/web/newsletters.ts';
import { readDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';

const harvest = publishedOf(1, 'Harvest');
const address = `${window.location.origin}/published/slug-1`;
const screenAddress = `/app/newsletter/public-url/${harvest.id}`;

const oldMail = deliveryOf({ status: 'done', sent: 14, started_at: '2026-10-01T08:00:00.000Z' });

/** Serves the newsletter's states, newest first; returns their ids. */
function serveStates(
  states: readonly { reason: StateReason; title?: string; code: readonly unknown[] }[],
): readonly string[] {
  const data = states.map(({ reason, title = 'Harvest', code }, index) => ({
    id: `00000000-0000-4000-9000-00000000000${index}`,
    type: 'state',
    attributes: {
      version: states.length - index,
      reason,
      person_name: 'Priya Nair',
      began_at: '2026-10-09T10:00:00.000Z',
      saved_at: '2026-10-09T10:00:00.000Z',
      title,
      edition_id: null,
      sent_to: 0,
      restored_from: null,
      started_from: null,
      changed: '',
      layout_type: 'one_column',
      design: null,
      colours: null,
      issue_date: null,
      code,
    },
  }));
  const { id } = harvest;
  answer(historyRoutes.listStates, { status: 200, body: { state: { data } } }, { id });
  for (const state of data)
    answer(
      historyRoutes.getState,
      { status: 200, body: { state: { data: state } } },
      { id, state_id: state.id },
    );
  return data.map((state) => state.id);
}

function serveHarvest(newsletter = harvest, deliveries: readonly DeliveryResource[] = []): void {
  signInWithSchool();
  const body = { deliveries: { data: deliveries }, total: deliveries.length, total_pages: 1 };
  answer(deliveryRoutes.listDeliveries, { status: 200, body }, { id: newsletter.id });
  answer(newsletterRoutes.getNewsletter, wholeOf(newsletter), { id: newsletter.id });
  servePublished();
  serveStates([]);
}

function servePublished(about: Partial<About> = {}): void {
  const attributes = {
    ...{ title: 'Harvest', body: '', published_at: '2026-10-09T10:00:00.000Z', school_name: 'Oakfield' },
    ...{ headings: [], dates: [], ...about },
  };
  answer(
    newsletterRoutes.publishedNewsletter,
    { status: 200, body: { news_letter: { data: { attributes } } } },
    { slug: 'slug-1' },
  );
}

// Browsers have no clipboard without HTTPS; jsdom has no execCommand, either.
function stubClipboard(writeText: (text: string) => Promise<void>, execCommand = () => false): void {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true });
}

const textareas = () => [...document.querySelectorAll('textarea')].map(({ value }) => value);

afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(document, 'execCommand');
});

describe('the public address of a newsletter', () => {
  it('is shown with links to the page, the editor and the list', async () => {
    serveHarvest();
    openApp(screenAddress);
    await screen.findByRole('heading', { name: 'Congratulations! Your newsletter has been published' });
    expect(screen.getByLabelText('Public address')).toHaveProperty('value', address);
    const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf(/^Open the public page/)).toBe(address);
    expect(hrefOf(/^Go back & edit/)).toBe(`/app/newsletters/editor/${harvest.id}`);
    expect(hrefOf(/^Return to dashboard/)).toBe('/app/newsletters');
  });

  it('can be copied', async () => {
    const writeText = vi.fn(async () => undefined);
    serveHarvest();
    openApp(screenAddress);
    const copy = await screen.findByRole('button', { name: 'Copy' });
    stubClipboard(writeText);
    await userEvent.click(copy);
    await screen.findByText('Copied to clipboard');
    expect(writeText).toHaveBeenCalledWith(address);
  });

  it('can be copied without permission for the clipboard', async () => {
    const selected: unknown[] = [];
    serveHarvest();
    openApp(screenAddress);
    const copy = await screen.findByRole('button', { name: 'Copy' });
    stubClipboard(
      () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError')),
      () => selected.push(textareas().at(-1)) > 0,
    );
    await userEvent.click(copy);
    await screen.findByText('Copied to clipboard');
    expect(selected).toEqual([address]);
    expect(textareas()).not.toContain(address);
  });

  it('is shown in a toast if it cannot be copied', async () => {
    serveHarvest();
    openApp(screenAddress);
    const copy = await screen.findByRole('button', { name: 'Copy' });
    stubClipboard(() => Promise.reject(new DOMException('Not allowed', 'NotAllowedError')));
    await userEvent.click(copy);
    await screen.findByText(`This browser does not let us copy. The address is ${address}`);
  });

  it('is a QR code as well, and a text to send', async () => {
    serveHarvest();
    openApp(screenAddress);
    await screen.findByRole('img', { name: 'QR code of the link' });
    const text = screen.getByLabelText('Ready text', { selector: 'textarea' });
    expect(text).toHaveProperty(
      'value',
      `Oakfield Primary School: ‘Harvest’ is out.\n\nRead it here, no sign-in needed:\n${address}`,
    );
    await userEvent.type(text, '!');
    await userEvent.click(screen.getByRole('radio', { name: 'Text message' }));
    expect(text).toHaveProperty('value', `Oakfield Primary School: Harvest is out. ${address}`);
    await userEvent.click(screen.getByRole('radio', { name: 'Website' }));
    expect(text).toHaveProperty('value', `Harvest\n\nRead the newsletter:\n${address}`);
    await userEvent.click(screen.getByRole('radio', { name: 'Messaging apps' }));
    const whatsApp = screen.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href') ?? '';
    expect(new URL(whatsApp).searchParams.get('text')).toContain(`${address}!`);
  });

  it('passes on what readers see, not what the draft says', async () => {
    serveHarvest();
    const code = [{ name: 'a', type: 'heading', value: { text: 'Not published yet' } }];
    answer(newsletterRoutes.getNewsletter, wholeOf(harvest, code), { id: harvest.id });
    servePublished({
      headings: ['A week of Romans'],
      dates: [{ date: '2999-12-05', title: 'Fair' }],
    });
    openApp(screenAddress);
    const { value } = await screen.findByLabelText<HTMLTextAreaElement>('Ready text', {
      selector: 'textarea',
    });
    expect(value).toContain('A week of Romans\nThursday 5 December: Fair');
    expect(value).not.toContain('Not published yet');
  });

  it('comes with words in the language of the school, on the screen in English', async () => {
    serveHarvest(harvest, [oldMail]);
    const school = { ...SCHOOL, attributes: { ...SCHOOL.attributes, language: 'ar' } };
    answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: school } } });
    answer(newsletterRoutes.createNewsletter, wholeOf(newsletterOf(2, 'Harvest')));
    openApp(screenAddress);
    const text = await screen.findByLabelText('Ready text', { selector: 'textarea' });
    expect([text.lang, text.closest('[dir]')]).toEqual(['ar', expect.objectContaining({ dir: 'rtl' })]);
    expect(text).toHaveProperty(
      'value',
      `Oakfield Primary School: صدر العدد «Harvest».\n\nاقرؤوها هنا دون تسجيل الدخول:\n${address}`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send them the corrected mail' }));
    await waitFor(() => expect(received.some(({ call }) => call === 'POST /api/v1/news_letters')).toBe(true));
    const [sent] = received.filter(({ call }) => call === 'POST /api/v1/news_letters');
    expect(sent?.body).toMatchObject({ news_letter: { title: 'تصحيح: Harvest' } });
  });

  it('is that of a correction after a mailing, with who has the old mail', async () => {
    serveHarvest(harvest, [oldMail]);
    const router = openApp(screenAddress);
    await screen.findByRole('heading', { name: 'Your correction is live' });
    screen.getByText(/The mail that went to 14 people on 01\/10\/2026 at 09:00 keeps its old words\./);
    expect(screen.queryByText(/Congratulations/)).toBeNull();
    answer(newsletterRoutes.createNewsletter, wholeOf(newsletterOf(2, 'Correction: Harvest')));
    await userEvent.click(screen.getByRole('button', { name: 'Send them the corrected mail' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/app\/newsletters\/editor\//));
    const [sent] = received.filter(({ call }) => call === 'POST /api/v1/news_letters');
    expect(sent?.body).toMatchObject({ news_letter: { title: 'Correction: Harvest' } });
  });

  it('says of several sendings when the last one was', async () => {
    const later = { sent: 3, started_at: '2026-10-04T08:00:00.000Z' };
    serveHarvest(harvest, [deliveryOf({ ...oldMail.attributes, ...later }), oldMail]);
    openApp(screenAddress);
    await screen.findByText(
      /The mails that went to 17 people, the last on 04\/10\/2026 at 09:00, keep their old words\./,
    );
  });

  const [BEECH, OAK] = [
    '7c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c22',
    '7c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c23',
  ] as const;
  it.each([
    ['one group', [{ any: [BEECH], none: [] }], { some: true, any: [BEECH], none: [] }],
    [
      'a group, then another',
      [
        { any: [OAK], none: [] },
        { any: [BEECH], none: [] },
      ],
      { some: true, any: [OAK, BEECH], none: [] },
    ],
    ['everybody but a group', [{ any: [], none: [OAK] }], { some: true, any: [], none: [OAK] }],
    ['a group, then everybody', [null, { any: [BEECH], none: [] }], undefined],
  ])('is addressed to those who were sent it: %s', async (_, groups, to) => {
    serveHarvest(
      harvest,
      groups.map((each, at) => deliveryOf({ ...oldMail.attributes, groups: each, sent: 14 - at })),
    );
    openApp(screenAddress);
    const correction = newsletterOf(2, 'Correction: Harvest');
    answer(newsletterRoutes.createNewsletter, wholeOf(correction));
    await userEvent.click(await screen.findByRole('button', { name: 'Send them the corrected mail' }));
    await waitFor(() => expect(received.some(({ call }) => call === 'POST /api/v1/news_letters')).toBe(true));
    await waitFor(() => expect(readDraftMessage(correction.id).to).toEqual(to));
  });

  it('lists what a correction changed since the publishing before', async () => {
    serveHarvest(harvest, [oldMail]);
    const heading = (name: string, text: string) => ({ name, type: 'heading', value: { text } });
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => heading(name, `Old ${name}`));
    const forSome = { ...heading('i', 'Boots'), audience: ['7c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c22'] };
    const after = [heading('a', 'Harvest week'), ...before.slice(1), forSome];
    const stateIds = serveStates([
      { reason: 'work', code: before },
      { reason: 'published', title: 'Harvest festival', code: after },
      { reason: 'work', code: [] },
      { reason: 'published', code: before },
      { reason: 'published', code: [] },
    ]);
    openApp(screenAddress);
    const list = within(await screen.findByRole('region', { name: 'In this correction' }));
    const lines = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toEqual([
      'Title changed',
      'Heading “Harvest week” changed',
      'Heading “Boots” added · for some groups only',
    ]);
    const asked = received.filter(({ url }) => stateIds.some((id) => url.endsWith(id)));
    expect(asked).toHaveLength(2);
  });

  it('offers a text that says what a correction cancels', async () => {
    serveHarvest(harvest, [oldMail]);
    const row = { id: 'r', title: 'Christmas Fair', description: 'Cakes', date: '2098-12-11' };
    const fair = (more: object) => [{ name: 'days', type: 'event', value: { rows: [{ ...row, ...more }] } }];
    serveStates([
      { reason: 'published', code: fair({ state: 'cancelled' }) },
      { reason: 'published', code: fair({}) },
    ]);
    openApp(screenAddress);
    const { value } = await screen.findByLabelText<HTMLTextAreaElement>('Ready text', {
      selector: 'textarea',
    });
    expect(value).toMatch(/^Oakfield Primary School: Cancelled: Christmas Fair, Thursday 11 December\n\n/);
  });

  it('lists six changes of a correction and counts the rest', async () => {
    serveHarvest(harvest, [oldMail]);
    const headings = Array.from({ length: 9 }, (_, index) => ({
      name: `h${index}`,
      type: 'heading',
      value: { text: `Heading ${index}` },
    }));
    serveStates([
      { reason: 'published', code: headings },
      { reason: 'published', code: [] },
    ]);
    openApp(screenAddress);
    const list = within(await screen.findByRole('region', { name: 'In this correction' }));
    const lines = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toHaveLength(7);
    expect(lines.at(-1)).toBe('and 3 more');
  });

  it('is that of a correction as well if its changes cannot be read', async () => {
    serveHarvest(harvest, [oldMail]);
    answer(historyRoutes.listStates, { status: 503, body: { error_message: 'Busy' } }, { id: harvest.id });
    openApp(screenAddress);
    await screen.findByRole('heading', { name: 'Your correction is live' });
    expect(screen.queryByRole('region', { name: 'In this correction' })).toBeNull();
  });

  it('says nothing of a mail that went after the last publishing', async () => {
    const later = deliveryOf({ status: 'done', sent: 14, started_at: '2999-10-01T08:00:00.000Z' });
    serveHarvest(harvest, [later]);
    openApp(screenAddress);
    await screen.findByRole('heading', { name: /^Congratulations!/ });
  });

  it('congratulates again as long as nobody has it by mail', async () => {
    serveHarvest();
    serveStates([
      { reason: 'published', code: [] },
      { reason: 'published', title: 'Harvest festival', code: [] },
    ]);
    openApp(screenAddress);
    await screen.findByRole('heading', { name: /^Congratulations!/ });
    screen.getByText('Same link: whoever opens ‘Harvest’ now reads this version.');
    expect(screen.queryByRole('region', { name: 'In this correction' })).toBeNull();
    screen.getByRole('link', { name: 'Send to subscribers' });
  });

  it('says that a link works again that was unpublished', async () => {
    const again = [
      { reason: 'published', code: [] },
      { reason: 'published', code: [] },
    ] as const;
    serveHarvest();
    serveStates(again);
    const router = openApp('/app/settings');
    await screen.findByRole('heading', { name: 'My settings' });
    await router.navigate(screenAddress, { state: { wasDraft: true } });
    await screen.findByRole('heading', { name: /^Congratulations!/ });
    screen.getByText('The link works again: whoever has it can read ‘Harvest’.');
  });

  it('says after a mailing that publishing again has changed nothing', async () => {
    serveHarvest(harvest, [oldMail]);
    serveStates([
      { reason: 'published', code: [] },
      { reason: 'published', code: [] },
    ]);
    openApp(screenAddress);
    await screen.findByRole('heading', { name: 'Nothing has changed since 09/10/2026 at 11:00' });
    expect(screen.queryByRole('region', { name: 'In this correction' })).toBeNull();
  });

  it('redirects to the editor for a draft', async () => {
    serveHarvest(newsletterOf(1, 'Harvest'));
    const router = openApp(screenAddress);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/app/newsletters/editor/${harvest.id}`));
  });

  it('redirects to the list, with a toast, if the newsletter is not found', async () => {
    signInWithSchool();
    serveList(() => []);
    const missing = { status: 404, body: { error_message: 'Newsletter not found' } };
    answer(newsletterRoutes.getNewsletter, missing, { id: harvest.id });
    const router = openApp(screenAddress);
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/newsletters'));
    await screen.findByText('That newsletter is not there any more');
  });
});
