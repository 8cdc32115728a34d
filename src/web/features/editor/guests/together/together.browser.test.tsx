import axe from 'axe-core';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TogetherEvent, WindowHere } from '#contract/together.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';

/** How the editor shows who else has the newsletter open. */

resetBeforeEach();

const IVY = '9c2f0a52-6d63-4b39-8f0e-6d1f3b5a7c21';
const FAITH = '9c2f0a52-6d63-4b39-8f0e-6d1f3b5a7c22';

const windowOf = (person_id: string, person_name: string, block: string | null): WindowHere => ({
  window: person_id.replaceAll('-', ''),
  person_id,
  person_name,
  block,
});

it('shows who reads and who writes, in words too, and where this person is', async () => {
  let sendEvent: ((event: TogetherEvent) => void) | null = null;
  const places: unknown[] = [];
  const answer = (url: string, { body }: RequestInit) => {
    if (url.includes('/place')) places.push(JSON.parse(String(body)).block);
    if (!url.includes('/events')) return new Promise(() => undefined);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        sendEvent = (event) =>
          controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
      },
    });
    return Promise.resolve(new Response(stream));
  };
  vi.stubGlobal('fetch', answer);
  const say = (event: TogetherEvent) => sendEvent?.(event);
  await renderBlocks([headingNamed('Harvest'), headingNamed('Clubs')], { layout: 'one_column' });
  await expect.poll(() => sendEvent).not.toBeNull();
  say({ event: 'stored', version: 1, status: 'draft', has_unpublished_changes: false, person: null });
  const others = page.getByRole('list', { name: 'Others in this newsletter' });
  await expect.element(others).not.toBeInTheDocument();

  const windows = [windowOf(FAITH, 'Faith Adeyemi', null), windowOf(IVY, 'Ivy Walker', 'Clubs')];
  say({ event: 'here', windows });
  await expect
    .element(others.getByRole('button', { name: 'IW: Ivy Walker is editing Heading 2' }))
    .toBeVisible();
  await expect.element(others.getByRole('button', { name: 'FA: Faith Adeyemi is reading' })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Heading 2 (Ivy Walker): Clubs' }))
    .toBeInTheDocument();
  const { violations } = await axe.run(document);
  expect(violations.map(({ id }) => id)).toEqual([]);

  const deleting = page.getByRole('dialog', { name: /delete/i });
  const askToDelete = async (name: string) => {
    document.querySelector<HTMLElement>(`[data-block="${name}"] > button`)?.focus();
    await userEvent.keyboard('{Delete}');
  };
  await askToDelete('Clubs');
  await expect
    .element(deleting.getByText(/ Ivy Walker is writing in it\. Undo brings it back\.$/))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(deleting).not.toBeInTheDocument();

  await userEvent.click(page.getByRole('button', { name: 'Heading 1: Harvest' }));
  await expect.poll(() => places).toEqual(['Harvest']);
  say({ event: 'here', windows: [] });
  await expect.element(others).not.toBeInTheDocument();
  expect(document.querySelector('[data-writers]')).toBeNull();
});
