import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deliveryRoutes, type SubscriberMail } from '#contract/deliveries.ts';
import { CONFIRM_NEEDED } from '#contract/errors.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import { memberRoutes } from '#contract/groups/members.ts';
import { mailReportRoutes } from '#contract/mail/mail-reports.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import { SUBSCRIBER_MESSAGES, type SubscriberResource, subscriberRoutes } from '#contract/subscribers.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';

const { listSubscribers, getSubscriber, createSubscriber, updateSubscriber, deleteSubscriber } =
  subscriberRoutes;

const AMELIA: SubscriberResource = {
  id: '7c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c22',
  type: 'subscriber',
  attributes: {
    first_name: 'Amelia',
    last_name: 'Okafor',
    email: 'amelia@families.example',
    groups: [],
    status: 'subscribed',
    language: null,
    own_groups_only: false,
    monthly_digest: false,
    signed_up_at: null,
    unsubscribed_at: null,
    bounced_at: null,
    bounce_reason: null,
    bounce_kind: null,
    complained_at: null,
    created_at: '2026-11-01T09:00:00.000Z',
  },
};
const LIST = '/app/settings/manage-users?show=subscribers';

function serve(people: readonly SubscriberResource[], total = people.length): void {
  const body = { subscribers: { data: people }, total, total_pages: Math.max(1, Math.ceil(total / 25)) };
  answer(listSubscribers, { status: 200, body });
}

/** Deletes Amelia up to the question, which is returned. */
async function askToDelete(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Amelia Okafor' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  return await screen.findByRole('dialog', { name: 'Delete Amelia Okafor?' });
}

const requestsTo = (call: string) => received.filter((each) => each.call === call);
const form = () => within(screen.getByRole('main'));

beforeEach(() => {
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  answer(groupRoutes.listGroups, { status: 200, body: { groups: { data: [] } } });
  answer(subscriberRoutes.lastImport, { status: 200, body: { subscriber_import: { data: null } } });
});

describe('the subscribers of Manage users', () => {
  it('are searched after a pause in typing, from the first page', async () => {
    const unsubscribed: SubscriberResource['attributes'] = {
      ...AMELIA.attributes,
      status: 'unsubscribed',
      unsubscribed_at: '2026-11-03T09:00:00.000Z',
    };
    serve([AMELIA, { ...AMELIA, id: crypto.randomUUID(), attributes: unsubscribed }], 60);
    openApp(`${LIST}&page=2`);
    expect(await screen.findAllByText('Amelia Okafor')).toHaveLength(2);
    expect(screen.getByText('Unsubscribed 03/11/2026')).toBeDefined();
    expect(screen.getByText('26–27 of 60')).toBeDefined();
    await userEvent.type(screen.getByRole('textbox', { name: 'Search subscribers' }), 'oka');
    await waitFor(() => expect(received.at(-1)?.url).toContain('search_string=oka'));
    expect(received.at(-1)?.url).toContain('page=1&');
    expect(requestsTo('GET /api/v1/subscribers')).toHaveLength(2);
  });

  it('show since when and why a subscriber is not reached', async () => {
    const refused = { bounced_at: '2026-11-03T09:00:00.000Z', bounce_reason: '550 5.1.1 No such user' };
    serve([{ ...AMELIA, attributes: { ...AMELIA.attributes, ...refused } }]);
    openApp(LIST);
    expect(await screen.findByText('Not reached 03/11/2026')).toBeDefined();
    expect(screen.getByText('The mail server said: 550 5.1.1 No such user')).toBeDefined();
    answer(
      mailReportRoutes.addressWorksAgain,
      { status: 200, body: { subscriber: { data: AMELIA } } },
      { id: AMELIA.id },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Options for Amelia Okafor' }));
    serve([AMELIA]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Works again' }));
    await screen.findByText('Amelia Okafor gets newsletters again');
    await waitFor(() => expect(screen.queryByText('Not reached 03/11/2026')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Options for Amelia Okafor' }));
    expect(screen.queryByRole('menuitem', { name: 'Works again' })).toBeNull();
  });

  it('are exported once it is clear who asks', async () => {
    serve([AMELIA]);
    openApp(LIST);
    const asked = { error_message: 'Please confirm', error_code: CONFIRM_NEEDED, ways: ['password'] };
    answer(subscriberRoutes.exportSubscribers, { status: 403, body: asked });
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:list';
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const button = await screen.findByRole('button', { name: 'Export' });
    await userEvent.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).toEqual([]);
    expect(screen.queryByText('Please confirm')).toBeNull();

    await userEvent.click(button);
    answer(confirmRoutes.confirmPerson, () => {
      answer(subscriberRoutes.exportSubscribers, { status: 200, body: 'Email' });
      return { status: 204 };
    });
    await userEvent.type(await screen.findByLabelText('Your password'), 'Quill and 1nk{Enter}');
    await waitFor(() => expect(saved).toEqual(['subscribers.csv']));
    click.mockRestore();
  });

  it('explain the list while it is empty', async () => {
    serve([]);
    openApp(LIST);
    await screen.findByRole('heading', { name: 'Nobody gets your newsletters by email yet' });
    expect(screen.getByRole('link', { name: 'Import from a file' }).getAttribute('href')).toBe(
      '/app/settings/import-subscribers',
    );
    expect(screen.getByRole('link', { name: 'Invite users' }).getAttribute('href')).toBe(
      '/app/settings/invite-subscriber',
    );
  });

  it('keep search, filter and page after an edit', async () => {
    serve([AMELIA], 60);
    const reply = { status: 200, body: { subscriber: { data: AMELIA } } };
    answer(getSubscriber, reply, { id: AMELIA.id });
    answer(updateSubscriber, reply, { id: AMELIA.id });
    const narrowed = `${LIST}&search=okafor&filter=subscribed&page=2`;
    const router = openApp(narrowed);
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Amelia Okafor' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const back = await screen.findByRole('link', { name: 'Manage Users' });
    expect(back.getAttribute('href')).toBe(narrowed);
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText(SUBSCRIBER_MESSAGES.updated);
    await screen.findByText('26–26 of 60');
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(narrowed);
  });

  it('are deleted after a confirmation with their name', async () => {
    serve([AMELIA]);
    answer(deleteSubscriber, { status: 204 }, { id: AMELIA.id });
    openApp(LIST);
    const question = await askToDelete();
    serve([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Delete subscriber' }));
    await screen.findByText('Amelia Okafor deleted');
    await screen.findByRole('heading', { name: 'Nobody gets your newsletters by email yet' });
  });

  it('show an error if they cannot be loaded', async () => {
    answer(listSubscribers, { status: 500, body: { error_message: 'Server error' } });
    openApp(LIST);
    await screen.findByRole('heading', { name: 'We could not load the subscribers' });
    serve([AMELIA]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Amelia Okafor');
  });
});

describe('the form of a subscriber', () => {
  it('keeps typed text if the email has unsubscribed', async () => {
    const refused = { email: [SUBSCRIBER_MESSAGES.unsubscribed] };
    answer(createSubscriber, {
      status: 409,
      body: { error_message: SUBSCRIBER_MESSAGES.unsubscribed, errors: refused },
    });
    openApp('/app/settings/invite-subscriber');
    await userEvent.type(await screen.findByLabelText('First name'), 'Amelia');
    await userEvent.type(screen.getByLabelText('Last name'), 'Okafor');
    await userEvent.type(screen.getByLabelText('Email'), 'amelia@families.example{Enter}');
    expect(await form().findByText(SUBSCRIBER_MESSAGES.unsubscribed)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Okafor');
  });

  it('asks once about an address whose provider is written wrongly', async () => {
    serve([AMELIA]);
    answer(createSubscriber, { status: 201, body: { subscriber: { data: AMELIA } } });
    openApp('/app/settings/invite-subscriber');
    await userEvent.type(await screen.findByLabelText('First name'), 'Amelia');
    await userEvent.type(screen.getByLabelText('Last name'), 'Okafor');
    await userEvent.type(screen.getByLabelText('Email'), 'amelia@gmial.com{Enter}');
    const take = await screen.findByRole('button', { name: 'Use amelia@gmail.com' });
    expect(take.parentElement?.textContent).toMatch(/^Did you mean amelia@gmail\.com\?/);
    expect(requestsTo('POST /api/v1/subscribers')).toHaveLength(0);
    await userEvent.click(take);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('amelia@gmail.com');
    await userEvent.clear(screen.getByLabelText('Email'));
    await userEvent.type(screen.getByLabelText('Email'), 'amelia@gmial.com{Enter}');
    await screen.findByRole('button', { name: 'Use amelia@gmail.com' });
    await userEvent.click(screen.getByRole('button', { name: 'Add subscriber' }));
    await screen.findByText(SUBSCRIBER_MESSAGES.invited);
    expect(requestsTo('POST /api/v1/subscribers').at(0)?.body).toMatchObject({
      subscriber: { email: 'amelia@gmial.com' },
    });
  });

  it('sends only what was changed in it, and returns to the list', async () => {
    serve([AMELIA]);
    const reply = { subscriber: { data: AMELIA } };
    answer(getSubscriber, { status: 200, body: reply }, { id: AMELIA.id });
    answer(updateSubscriber, { status: 200, body: reply }, { id: AMELIA.id });
    const router = openApp(`/app/settings/edit-subscriber/${AMELIA.id}`);
    const last = await screen.findByLabelText('Last name');
    // The family confirms another address while the form is open, and the screen reloads it.
    const moved = { ...AMELIA, attributes: { ...AMELIA.attributes, email: 'new@families.example' } };
    const before = requestsTo(`GET /api/v1/subscribers/${AMELIA.id}`).length;
    answer(getSubscriber, { status: 200, body: { subscriber: { data: moved } } }, { id: AMELIA.id });
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() =>
      expect(requestsTo(`GET /api/v1/subscribers/${AMELIA.id}`).length).toBeGreaterThan(before),
    );
    await userEvent.clear(last);
    await userEvent.type(last, 'Okafor-Bennett{Enter}');
    await screen.findByText(SUBSCRIBER_MESSAGES.updated);
    expect(requestsTo(`PATCH /api/v1/subscribers/${AMELIA.id}`).at(0)?.body).toEqual({
      subscriber: { last_name: 'Okafor-Bennett' },
    });
    await waitFor(() => expect(router.state.location.search).toBe('?show=subscribers'));
  });

  it('lists what they were sent and what became of it, more on demand', async () => {
    answer(getSubscriber, { status: 200, body: { subscriber: { data: AMELIA } } }, { id: AMELIA.id });
    const newsletter = '2c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c22';
    const mail = (subject: string, changes: Partial<SubscriberMail['attributes']>) => ({
      id: crypto.randomUUID(),
      type: 'subscriber_mail',
      attributes: {
        news_letter_id: newsletter,
        subject,
        state: 'sent',
        reason: null,
        report: null,
        detail: null,
        at: '2026-11-28T09:10:00.000Z',
        ...changes,
      },
    });
    const page = (mails: readonly ReturnType<typeof mail>[]) => ({
      status: 200,
      body: { subscriber_mails: { data: mails }, total: 5, total_pages: 2 },
    });
    const { listSubscriberMails } = deliveryRoutes;
    answer(
      listSubscriberMails,
      page([
        mail('Week 12', {}),
        mail('Week 11', { report: 'full', detail: '452 mailbox full' }),
        mail('Week 10', { state: 'failed', reason: 'refused' }),
        mail('October at school', { news_letter_id: null, state: 'waiting' }),
      ]),
      { id: AMELIA.id },
    );
    serve([AMELIA]);
    openApp(LIST);
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Amelia Okafor' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'What they were sent' }));
    const list = within(await screen.findByRole('region', { name: 'What they were sent' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('What they were sent'));
    await list.findByRole('link', { name: 'Week 12' });
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Week 12Sent · 28/11/2026, 09:10',
      'Week 11Sent, but the mailbox was full · 28/11/2026, 09:10The server said: 452 mailbox full',
      'Week 10The address does not exist or takes no mail · 28/11/2026, 09:10',
      'October at schoolWaiting · 28/11/2026, 09:10',
    ]);
    expect(list.getByRole('link', { name: 'Week 12' }).getAttribute('href')).toContain(newsletter);
    expect(list.queryByRole('link', { name: 'October at school' })).toBeNull();
    answer(listSubscriberMails, { status: 500, body: { error_message: 'Server error' } }, { id: AMELIA.id });
    await userEvent.click(list.getByRole('button', { name: 'Load More' }));
    await list.findByText('We could not load it');
    list.getByRole('link', { name: 'Week 12' });
    answer(listSubscriberMails, page([mail('Week 9', {})]), { id: AMELIA.id });
    await userEvent.click(list.getByRole('button', { name: 'Try again' }));
    await list.findByRole('link', { name: 'Week 9' });
    expect(list.getAllByRole('listitem')).toHaveLength(5);
    expect(list.queryByRole('button', { name: 'Load More' })).toBeNull();
  });

  it('shows that somebody has deleted the subscriber', async () => {
    answer(
      getSubscriber,
      { status: 404, body: { error_message: 'Subscriber not found' } },
      { id: AMELIA.id },
    );
    openApp(`/app/settings/edit-subscriber/${AMELIA.id}`);
    await screen.findByRole('heading', { name: 'This subscriber is no longer on your list' });
  });
});

describe('groups', () => {
  const YEAR = { id: '1c3f2d7e-2f6b-4a58-9d0e-1b5d9f7a3c22', name: 'Year 4' };
  const counts = { members: 33, families: 31, retired_at: null, is_offered: false, merged_ids: [] };
  const group = { id: YEAR.id, type: 'group', attributes: { name: YEAR.name, ...counts } };
  const GROUPED = { ...AMELIA, attributes: { ...AMELIA.attributes, groups: [YEAR] } };

  beforeEach(() => answer(groupRoutes.listGroups, { status: 200, body: { groups: { data: [group] } } }));

  it('stand at each subscriber and narrow the list', async () => {
    serve([GROUPED]);
    openApp(LIST);
    const row = within((await screen.findByText('Amelia Okafor')).closest('li') ?? document.body);
    expect(row.getByText('Year 4')).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: 'Year 4 33' }));
    await waitFor(() => expect(received.at(-1)?.url).toContain(`group=${YEAR.id}`));
    expect(screen.getByRole('button', { name: 'Year 4 33', pressed: true })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'All groups' }));
    await screen.findByRole('button', { name: 'All groups', pressed: true });
  });

  it('are counted again once a family is deleted', async () => {
    serve([GROUPED]);
    answer(deleteSubscriber, { status: 204 }, { id: AMELIA.id });
    openApp(LIST);
    const question = await askToDelete();
    const fewer = { ...group, attributes: { ...group.attributes, members: 32, families: 30 } };
    answer(groupRoutes.listGroups, { status: 200, body: { groups: { data: [fewer] } } });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete subscriber' }));
    await screen.findByRole('button', { name: 'Year 4 32' });
  });

  it('take many families of the list at once, and give them back', async () => {
    serve([AMELIA, { ...AMELIA, id: crypto.randomUUID() }], 60);
    const params = { id: group.id };
    answer(
      memberRoutes.addMembers,
      { status: 200, body: { members: { added: [AMELIA.id], left: 1 } } },
      params,
    );
    answer(memberRoutes.removeMembers, { status: 204, body: undefined }, params);
    openApp(`${LIST}&filter=subscribed`);
    const put = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Put into a group' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: group.attributes.name }));
    };
    const [first] = await screen.findAllByRole('checkbox', { name: 'Choose Amelia Okafor' });
    if (first !== undefined) await userEvent.click(first);
    await put();
    await screen.findByText(/^1 family put into .* 1 family left it themselves, and stays out\.$/);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose all 60 families' }));
    await put();
    const of = (call: string) => requestsTo(call).map(({ body }) => body);
    await waitFor(() =>
      expect(of(`POST /api/v1/groups/${group.id}/members`)).toEqual([
        { members: { subscriber_ids: [AMELIA.id] } },
        { members: { found: { search_string: '', filter: 'subscribed' } } },
      ]),
    );
    expect(of(`PUT /api/v1/groups/${group.id}/members/remove`)).toEqual([
      { members: { subscriber_ids: [AMELIA.id] } },
    ]);
  });

  it('are chosen in the subscriber’s form', async () => {
    answer(getSubscriber, { status: 200, body: { subscriber: { data: GROUPED } } }, { id: GROUPED.id });
    answer(updateSubscriber, { status: 200, body: { subscriber: { data: GROUPED } } }, { id: GROUPED.id });
    serve([GROUPED]);
    openApp(`/app/settings/edit-subscriber/${GROUPED.id}`);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Year 4', checked: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(requestsTo(`PATCH /api/v1/subscribers/${GROUPED.id}`)[0]?.body).toEqual({
        subscriber: { group_ids: [] },
      }),
    );
  });
});
