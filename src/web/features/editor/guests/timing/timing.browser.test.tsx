import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '#web/styles/every-screen.ts';
import { TIMING_MESSAGES } from '#contract/timing/timings.ts';
import { headingNamed } from '#test/support/editor/documents.ts';
import { editedNewsletter, renderBlocks, resetBeforeEach } from '#test/support/editor/editor.tsx';
import { queryClient } from '#web/api/query-client.ts';
import { storeDraftMessage } from '#web/newsletter-ui/audience/draft-message.ts';
import { NO_GROUP_CHOSEN } from '#web/newsletter-ui/audience/send-to-choice.ts';
import { beginSession, endSession } from '#web/session/session.ts';

const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const AT = '2030-12-06T15:00:00.000Z';

interface Planned {
  readonly kind: string;
  readonly at: string;
  readonly mail?: object | null;
}

/** A server that plans. `attributes`: those of the first timing. */
function serve(attributes: object | null, groups: readonly object[] = []) {
  const asked: Planned[] = [];
  let shown = attributes;
  const resource = () => ({
    id: uuid(1),
    type: 'timing',
    attributes: {
      news_letter_id: uuid(2),
      kind: 'publish',
      status: 'planned',
      at: AT,
      sends: false,
      mail: null,
      audience: null,
      version: 1,
      is_changed: false,
      trouble: null,
      planner: 'Priya Nair',
      planned_at: '2030-12-02T14:02:00.000Z',
      ...shown,
    },
  });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (url.includes('/audience')) return Response.json(AUDIENCE);
    if (url.endsWith('/groups')) return Response.json({ groups: { data: groups } });
    if (url.includes('/timings/')) {
      shown = method === 'DELETE' ? null : attributes;
      return method === 'DELETE'
        ? new Response(null, { status: 204 })
        : Response.json({ timing: { data: resource() } });
    }
    if (!url.endsWith('/timings')) return await new Promise<Response>(() => undefined);
    if (method === 'PUT') {
      const { timing } = JSON.parse(String(body));
      asked.push(timing);
      const { kind, at, mail = null } = timing;
      shown = { kind, at, mail, sends: mail !== null };
      return Response.json({ timing: { data: resource() } });
    }
    return Response.json({ timing: { data: shown === null ? [] : [resource()] } });
  });
  return asked;
}
const AUDIENCE = {
  audience: { recipients: 214, already_sent: 0, with_digest: 0, own_groups_only: 0, left: 0, refused: 0 },
  quota: { per_day: 1000, left_today: 1000, is_trial: false, is_stopped: false },
  mail: {
    from_name: 'Oakfield',
    from_address: 'news@inkwell.example',
    subject: 'News',
    preview_text: 'Harvest',
    reply_to: 'office@school.example',
    bytes: 1000,
  },
  readings: [],
};

resetBeforeEach();
beforeEach(() => queryClient.clear());
const button = (name: string) => page.getByRole('button', { name, exact: true });
const open = () => renderBlocks([headingNamed('first', 'Harvest')], { layout: 'one_column' });

it('plans a publishing with the words of its mail', async () => {
  const asked = serve(null);
  await open();
  await button('Publish at a time').click();
  const dialog = page.getByRole('dialog', { name: 'Publish at a time' });
  await expect.element(dialog.getByLabelText('Day')).toHaveFocus();
  await dialog
    .getByRole('checkbox', { name: 'Send it by email too, to everybody on your list: at present 214 people' })
    .click();
  await expect.element(dialog.getByLabelText('Subject')).toHaveValue('News');
  await dialog.getByLabelText('Subject').fill('Read all about it');
  await dialog.getByRole('button', { name: 'Plan publishing' }).click();
  await expect.element(page.getByText(/^Goes out, and is sent, \w{3} \d+ \w{3}, 15:00\.$/)).toBeVisible();
  await expect.element(button('Publish at a time')).toHaveFocus();
  expect(asked).toMatchObject([
    { kind: 'publish', version: 1, mail: { subject: 'Read all about it', preview_text: 'Harvest' } },
  ]);
});

const choir = uuid(7);
const CHOIR = {
  id: choir,
  type: 'group',
  attributes: {
    name: 'Choir',
    members: 31,
    families: 31,
    retired_at: null,
    is_offered: false,
    merged_ids: [],
  },
};

it('has room for the year and the hour on a narrow screen', async () => {
  serve(null);
  await open();
  await button('Publish at a time').click();
  const dialog = page.getByRole('dialog', { name: 'Publish at a time' });
  await expect.element(dialog.getByLabelText('Day')).toHaveFocus();
  const boxOf = (label: string) => dialog.getByLabelText(label).element().getBoundingClientRect();
  for (const width of [360, 320]) {
    await page.viewport(width, 640);
    await expect.poll(() => boxOf('Time').top >= boxOf('Day').bottom).toBe(true);
    // ‘11/30/2026’ and its icon.
    for (const label of ['Day', 'Time']) expect(boxOf(label).width).toBeGreaterThan(200);
    const { right } = dialog.element().getBoundingClientRect();
    for (const label of ['Day', 'Time']) expect(boxOf(label).right).toBeLessThanOrEqual(right);
  }
});

it('begins with the groups of the date that the newsletter is about', async () => {
  const asked = serve(null, [CHOIR]);
  await open();
  storeDraftMessage(editedNewsletter([], {}).id, { to: { some: true, any: [choir], none: [] } });
  await button('Publish at a time').click();
  const dialog = page.getByRole('dialog', { name: 'Publish at a time' });
  await dialog.getByRole('checkbox', { name: 'Send it by email too', exact: true }).click();
  sessionStorage.clear();
  await dialog.getByRole('button', { name: 'Plan publishing' }).click();
  await expect.element(button('Cancel it')).toBeVisible();
  expect(asked).toMatchObject([{ mail: { groups: { any: [choir], none: [] } } }]);
});

it('plans a mail for groups, and asks for one where none is chosen', async () => {
  const asked = serve(null, [CHOIR]);
  await open();
  await button('Publish at a time').click();
  const dialog = page.getByRole('dialog', { name: 'Publish at a time' });
  await dialog.getByRole('checkbox', { name: 'Send it by email too', exact: true }).click();
  await dialog.getByRole('radio', { name: 'Some groups' }).click();
  await dialog.getByRole('button', { name: 'Plan publishing' }).click();
  await expect.element(dialog.getByText(NO_GROUP_CHOSEN)).toBeVisible();
  expect(asked).toEqual([]);
  await dialog.getByRole('group', { name: 'Only families in any of these' }).getByText('Choir').click();
  await expect.element(dialog.getByText(NO_GROUP_CHOSEN)).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Plan publishing' }).click();
  await expect.element(button('Cancel it')).toBeVisible();
  expect(asked).toMatchObject([{ mail: { subject: 'News', groups: { any: [choir], none: [] } } }]);
});

it('says whom the mail is for, and keeps that with the newest words', async () => {
  const mail = { subject: 'Read all about it', groups: { any: [uuid(7)], none: [] } };
  const asked = serve({ is_changed: true, sends: true, mail, audience: 'Choir' });
  await open();
  await expect
    .element(page.getByText(/^Goes out, and is sent, .*, to Choir, as it was at 14:02\.$/))
    .toBeVisible();
  await button('Use the newest words').click();
  await expect.element(page.getByText('It goes out as it is now')).toBeVisible();
  expect(asked).toMatchObject([{ mail }]);
});

it('says that a time which the change of the clocks leaves out is another', async () => {
  const asked = serve(null);
  await open();
  await button('Publish at a time').click();
  const dialog = page.getByRole('dialog', { name: 'Publish at a time' });
  await dialog.getByLabelText('Day').fill('2027-03-28');
  await dialog.getByLabelText('Time').fill('01:30');
  const words = 'The clocks go forward then: there is no 01:30 on this day. It goes at 02:30.';
  await expect.element(dialog.getByText(words)).toBeVisible();
  expect(asked).toEqual([]);
});

it('names the time in what it asks about findings', async () => {
  serve(null);
  const silent = { name: 'photo', type: 'image', value: { url: '/files/gate.jpg' } } as const;
  await renderBlocks([silent], { layout: 'one_column' });
  await button('Publish at a time').click();
  await page
    .getByRole('dialog', { name: 'Publish at a time' })
    .getByRole('button', { name: 'Plan publishing' })
    .click();
  const time = /goes out \w{3} \d+ \w{3}, 15:00/;
  const asked = page.getByRole('dialog', { name: 'Some people could not read this' });
  await expect.element(asked.getByText(time)).toBeVisible();
  await asked.getByRole('button', { name: 'Plan it as it is' }).click();
  const sure = page.getByRole('dialog', { name: 'Plan “News” as it is?' });
  await expect.element(sure.getByText(time)).toBeVisible();
  await sure.getByRole('button', { name: 'Plan it as it is' }).click();
  await expect.element(page.getByText(/^Goes out \w{3} \d+ \w{3}, 15:00$/)).toBeInTheDocument();
});

it('takes the newest words at the same time, with the same mail', async () => {
  const mail = { subject: 'Read all about it' };
  const asked = serve({ is_changed: true, sends: true, mail });
  await open();
  await expect.element(page.getByText(/, as it was at 14:02\.$/)).toBeVisible();
  await button('Use the newest words').click();
  await expect.element(page.getByText('It goes out as it is now')).toBeVisible();
  expect(asked).toMatchObject([{ kind: 'publish', at: AT, mail }]);
});

it('is cancelled, and planned again by Undo', async () => {
  serve({});
  await open();
  await button('Cancel it').click();
  await expect.element(button('Cancel it')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(button('Cancel it')).toBeVisible();
});

const ADMIN = {
  id: uuid(3),
  type: 'user' as const,
  attributes: {
    first_name: 'Ada',
    last_name: 'Bell',
    email: 'ada@school.example',
    pending_email: null,
    telephone: '',
    address: '',
    role: 'admin' as const,
    need_change_password: false,
    status: 'ACTIVE' as const,
  },
  relationships: { school: { data: { id: uuid(5), type: 'school' as const } } },
};

it('leads to the plans where one is missing, for who chooses it', async () => {
  beginSession({ accessToken: 'token', user: ADMIN, value: 2 }, false);
  serve({ status: 'held', trouble: TIMING_MESSAGES.planEnded });
  await open();
  const link = page.getByRole('link', { name: 'See the plans' });
  await expect.element(link).toHaveAttribute('href', '/app/settings/choose-plan');
  endSession();
});

it('says why it is held', async () => {
  serve({ status: 'held', trouble: 'The school is closed' });
  await open();
  await expect
    .element(page.getByText('Did not go out on Fri 6 Dec, 15:00. The school is closed.'))
    .toBeVisible();
  await button('Plan again').click();
  await expect.element(page.getByRole('dialog', { name: 'Publish at a time' })).toBeVisible();
});
