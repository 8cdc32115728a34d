import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPROVAL_MESSAGES } from '#contract/approval/approval.ts';
import { APPROVAL_REQUIRED } from '#contract/errors.ts';
import type { TogetherEvent } from '#contract/together.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { beginSession, endSession } from '#web/session/session.ts';

const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const FOLA = { id: uuid(1), name: 'Fola Hart' };

/** A server on which an approved newsletter turns out to have changed when it is published. */
function serve(found: object = {}) {
  const asked: unknown[] = [];
  let has_changed = false;
  const request = () => ({
    id: uuid(2),
    status: asked.length > 0 ? 'waiting' : 'approved',
    asked_by: 'Priya Nair',
    approver: FOLA.name,
    decided_by: asked.length > 0 ? null : FOLA.name,
    message: '',
    needed_by: null,
    needed_time: null,
    may_answer: asked.length === 0,
    words: '',
    about: null,
    asked_at: '2026-10-01T09:21:00.000Z',
    decided_at: asked.length > 0 ? null : '2026-10-01T09:30:00.000Z',
    is_orphaned: false,
    has_changed: has_changed && asked.length === 0,
    changes: [],
    before: null,
    state_id: null,
    ...found,
  });
  const answer = (status = 200) => {
    const attributes = { is_on: true, approvers: [FOLA], request: request() };
    return Response.json({ approval: { data: { id: uuid(3), type: 'approval', attributes } } }, { status });
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (url.includes('/publish/')) {
      has_changed = true;
      const error = { error_message: APPROVAL_MESSAGES.requiredToPublish, error_code: APPROVAL_REQUIRED };
      return Response.json(error, { status: 403 });
    }
    if (url.includes('/events')) return stream();
    if (!url.endsWith('/approval')) return await new Promise<Response>(() => undefined);
    if (method === 'POST') asked.push(JSON.parse(String(body)));
    return answer(method === 'POST' ? 201 : 200);
  });
  return {
    asked,
    /** A colleague saves other words, and this tab is notified. */
    change() {
      has_changed = true;
      const person = { id: uuid(7), name: 'Ivy West' };
      sendEvent?.({ event: 'stored', version: 2, status: 'draft', has_unpublished_changes: false, person });
    },
  };
}

let sendEvent: ((event: TogetherEvent) => void) | undefined;
function stream(): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      sendEvent = (event) =>
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
    },
  });
  return new Response(body);
}

resetBeforeEach();
const attributes = {
  first_name: 'Priya',
  last_name: 'Nair',
  email: 'priya@school.example',
  pending_email: null,
  telephone: '',
  address: '',
  role: 'editor',
  need_change_password: false,
  status: 'ACTIVE',
} as const;
const signInAs = (role: 'editor' | 'owner') => {
  const user = { id: uuid(4), type: 'user', attributes: { ...attributes, role } } as const;
  beginSession({ accessToken: 'token', user, value: 1 }, false);
};
beforeEach(() => signInAs('editor'));
afterEach(() => endSession());

const button = (name: string) => page.getByRole('button', { name, exact: true });

it('asks at once when publishing is refused for want of approval', async () => {
  const { asked } = serve();
  await renderBlocks([headingNamed('first', 'Harvest')], { layout: 'one_column', approval: true });
  await button('Publish').click();
  const panel = page.getByRole('dialog', { name: 'Ask again' });
  await expect.element(panel.getByRole('textbox', { name: 'Message (optional)' })).toHaveFocus();
  await expect.element(page.getByText(APPROVAL_MESSAGES.requiredToPublish)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(button('Ask again')).toHaveFocus();
  await button('Ask again').click();
  await panel.getByRole('button', { name: 'Send to Fola Hart' }).click();
  await expect.element(page.getByText('Waiting for Fola Hart')).toBeVisible();
  await expect.element(button('Publish')).toBeDisabled();
  expect(asked).toHaveLength(1);
});

it('says at once that it has changed when a colleague has saved', async () => {
  sendEvent = undefined;
  const { change } = serve();
  await renderBlocks([headingNamed('first', 'Harvest')], { layout: 'one_column', approval: true });
  await expect.element(page.getByText(/^Approved by Fola Hart/)).toBeVisible();
  await expect.poll(() => sendEvent).toBeDefined();
  change();
  await expect.element(page.getByText('Changed since approval')).toBeVisible();
});

it('leads from what should change to the block, and to the notes where it is answered', async () => {
  serve({ status: 'changes', words: 'Please thank the kitchen team.', about: 'first' });
  await renderBlocks([headingNamed('first', 'Harvest')], { layout: 'one_column', approval: true });
  await button('Read them').click();
  const panel = page.getByRole('dialog', { name: 'Read them' });
  await expect.element(panel.getByText('Please thank the kitchen team.')).toBeVisible();
  await panel.getByRole('button', { name: 'Answer' }).click();
  await expect.element(page.getByRole('complementary', { name: 'Notes' })).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  await button('Read them').click();
  await panel.getByRole('button', { name: 'Show the block' }).click();
  await expect.element(page.getByRole('toolbar', { name: 'Actions for Heading' })).toBeVisible();
});

it('offers no planning of words that are not approved', async () => {
  serve({ status: 'changes' });
  const approval = globalThis.fetch;
  const timing = {
    news_letter_id: uuid(5),
    kind: 'publish',
    status: 'planned',
    at: '2030-12-06T15:00:00.000Z',
    sends: false,
    mail: null,
    audience: null,
    version: 1,
    is_changed: true,
    trouble: null,
    planner: 'Priya Nair',
    planned_at: '2030-12-02T14:02:00.000Z',
  };
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) =>
    url.endsWith('/timings')
      ? Response.json({ timing: { data: [{ id: uuid(6), type: 'timing', attributes: timing }] } })
      : await approval(url, options),
  );
  await renderBlocks([headingNamed('first', 'Harvest')], { layout: 'one_column', approval: true });
  const words = /as it was at 14:02\. What has changed since has to be approved first\.$/;
  await expect.element(page.getByText(words)).toBeVisible();
  for (const name of ['Use the newest words', 'Change the time', 'Publish at a time'])
    await expect.element(button(name)).not.toBeInTheDocument();
  await expect.element(button('Cancel it')).toBeVisible();
});

it.each([1024, 1366, 1440])('says all of how it stands at %i pixels', async (width) => {
  serve({ has_changed: true, changes: [{ block: 'first', words: 'Heading: text changed' }] });
  await page.viewport(width, 800);
  const title = 'The newsletter of our school for the second half of the autumn term';
  await renderBlocks([headingNamed('first', 'Harvest')], { title, layout: 'one_column', approval: true });
  const words = page.getByText('1 block changed since approval');
  await expect.element(words).toBeVisible();
  expect(words.element().scrollWidth).toBeLessThanOrEqual(words.element().clientWidth);
});

describe('the owner, who needs no approval', () => {
  beforeEach(() => signInAs('owner'));

  it('asks all the same, from the menu beside Publish', async () => {
    const { asked } = serve();
    await renderBlocks([headingNamed('first', 'Harvest')], { layout: 'one_column', approval: true });
    await button('More ways to publish').click();
    await expect.element(page.getByRole('menuitem', { name: 'Publish at a time' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Ask Fola Hart again' }).click();
    const panel = page.getByRole('dialog', { name: 'Ask for approval' });
    await panel.getByRole('button', { name: 'Send to Fola Hart' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(button('Publish')).toHaveFocus();
    await expect.element(page.getByText('Waiting for Fola Hart')).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  it('reads that somebody asks for changes before publishing over it', async () => {
    serve({ status: 'changes', words: 'Please thank the kitchen team.' });
    await renderBlocks([headingNamed('first', 'Harvest')], { layout: 'one_column', approval: true });
    await button('Publish').click();
    const question = page.getByRole('dialog', { name: 'Fola Hart asks for changes' });
    await expect.element(question.getByText('Please thank the kitchen team.')).toBeVisible();
    await question.getByRole('button', { name: 'Go back' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(page.getByText(APPROVAL_MESSAGES.requiredToPublish)).not.toBeInTheDocument();
    await button('Publish').click();
    await question.getByRole('button', { name: 'Publish as it is' }).click();
    // The call was made.
    await expect.element(page.getByText(APPROVAL_MESSAGES.requiredToPublish)).toBeVisible();
  });
});
