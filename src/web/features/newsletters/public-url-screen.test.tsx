import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { answer, openApp } from '#web/testing/test-app.tsx';
import { newsletterOf, publishedOf, serveList, signInWithSchool, wholeOf } from './test-newsletters.ts';

const harvest = publishedOf(1, 'Harvest');
const address = `${window.location.origin}/published/slug-1`;
const screenAddress = `/app/newsletter/public-url/${harvest.id}`;

function serveHarvest(newsletter = harvest): void {
  signInWithSchool();
  answer(newsletterRoutes.getNewsletter, wholeOf(newsletter), { id: newsletter.id });
}

// Browsers have no clipboard without HTTPS; jsdom has no execCommand, either.
function stubClipboard(writeText: (text: string) => Promise<void>, execCommand = () => false): void {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true });
}

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
      () => selected.push(document.querySelector('textarea')?.value) > 0,
    );
    await userEvent.click(copy);
    await screen.findByText('Copied to clipboard');
    expect(selected).toEqual([address]);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('is shown in a toast if it cannot be copied', async () => {
    serveHarvest();
    openApp(screenAddress);
    const copy = await screen.findByRole('button', { name: 'Copy' });
    stubClipboard(() => Promise.reject(new DOMException('Not allowed', 'NotAllowedError')));
    await userEvent.click(copy);
    await screen.findByText(`This browser does not let us copy. The address is ${address}`);
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
