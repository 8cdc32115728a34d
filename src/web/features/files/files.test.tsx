import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileRoutes } from '#contract/files.ts';
import { peopleRoutes } from '#contract/people.ts';
import { NEWSLETTER_ROOM_MESSAGES } from '#contract/rules/newsletter-room.ts';
import { schoolRoutes } from '#contract/school.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { describeInZones } from '#test/zones.ts';

const ID = '9d1f6a52-0d53-4a53-8a39-7f0f8cf6f6aa';
const NEWSLETTER = '1d1f6a52-0d53-4a53-8a39-7f0f8cf6f6aa';
const file = {
  url: 'http://127.0.0.1/files/x/a.jpg',
  name: 'Trip to the farm.jpg',
  content_type: 'image/jpeg',
  size: 1_468_006,
  created_at: '2026-03-02T10:00:00.000Z',
  is_logo: false,
  uses: [{ newsletter_id: NEWSLETTER, title: 'Spring term', published: true }],
};

function answerFiles(...attributes: readonly (typeof file)[]): void {
  const data = attributes.map((each) => ({ id: ID, type: 'attachment', attributes: each }));
  const body = { attachments: { data }, total: data.length, total_pages: 1 };
  answer(fileRoutes.listAttachments, { status: 200, body });
}

beforeEach(() => {
  signIn(personOf({ role: 'editor' }));
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role: 'editor' }) } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
});

describeInZones('the day of an upload', () => {
  it('is the date in the school’s time zone', async () => {
    answerFiles({ ...file, created_at: '2026-07-02T23:30:00.000Z' });
    openApp('/app/settings/files');
    await screen.findByText('1.4 MB, uploaded 03/07/2026');
  });
});

it('shows each file with its size and uses, and names the uses before deleting it', async () => {
  answerFiles(file);
  answer(fileRoutes.deleteAttachment, { status: 204 }, { id: ID });
  openApp('/app/settings/files');
  const row = within(await screen.findByRole('list', { name: 'Files' }));
  expect(row.getByText('1.4 MB, uploaded 02/03/2026')).toBeTruthy();
  const use = row.getByRole('link', { name: 'Spring term' });
  expect(use.getAttribute('href')).toBe(`/app/newsletters/editor/${NEWSLETTER}`);
  const button = row.getByRole('button', { name: 'Delete Trip to the farm.jpg' });
  // The description tells several files with the same name apart.
  const description = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toMatch(/1\.4 MB, uploaded 02\/03\/2026.*Spring term/);
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Delete ‘Trip to the farm.jpg’?' });
  expect(dialog.textContent).toContain(
    'It will be missing from ‘Spring term’, and from mails that were sent of it.',
  );
  expect(dialog.textContent).toContain(
    'Pages and mails from now on go without it, and Check says so in the editor.',
  );
  answerFiles();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete file' }));
  expect(await screen.findByText('No files yet')).toBeTruthy();
  expect(received.map((each) => each.call)).toContain(`DELETE /api/v1/attachments/${ID}`);
  // The row with the focused button has disappeared.
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByRole('heading', { level: 1, name: 'Files' }));
});

describe('the school’s space', () => {
  const openAs = async (role: 'owner' | 'editor', files: number, newsletters: number) => {
    signIn(personOf({ role }));
    answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role }) } } });
    const room = { files: { used: files, max: 1000 }, newsletters: { used: newsletters, max: 1000 } };
    answer(fileRoutes.schoolRoom, { status: 200, body: { room } });
    answerFiles(file);
    openApp('/app/settings/files');
    await screen.findByRole('list', { name: 'Files' });
  };

  it('is shown to the owner once it is over a half, and what to do when it is used up', async () => {
    await openAs('owner', 729, 1000);
    const meter = await screen.findByRole('meter', { name: 'Your school’s files use 72% of their space.' });
    expect(meter.getAttribute('value')).toBe('72');
    expect(screen.getByText(`${NEWSLETTER_ROOM_MESSAGES.full}.`)).toBeTruthy();
  });

  it('is not mentioned below', async () => {
    await openAs('owner', 500, 501);
    await screen.findByRole('meter', { name: /newsletters use 50%/ });
    expect(screen.getAllByRole('meter')).toHaveLength(1);
  });

  it('is not asked for by staff', async () => {
    await openAs('editor', 900, 900);
    expect(received.map((each) => each.call)).not.toContain('GET /api/v1/attachments/room');
  });
});

it('does not mention mails for a file that only drafts use', async () => {
  answerFiles({ ...file, uses: [{ newsletter_id: NEWSLETTER, title: 'Spring term', published: false }] });
  openApp('/app/settings/files');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Trip to the farm.jpg' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete ‘Trip to the farm.jpg’?' });
  expect(dialog.textContent).toContain('It will be missing from ‘Spring term’. Pages and mails');
  expect(dialog.textContent).toContain('Within a minute, nobody can open it any more.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
});

it('names what families saw earlier as a use, and leads there', async () => {
  const use = { newsletter_id: NEWSLETTER, title: 'Spring term', published: false, past: true } as const;
  answerFiles({ ...file, uses: [use] });
  openApp('/app/settings/files');
  const uses = within(await screen.findByRole('list', { name: 'Used in' }));
  expect(uses.getByRole('listitem').textContent).toBe('Spring term what families saw earlier');
  expect(uses.getByRole('link').getAttribute('href')).toBe(`/app/newsletters/${NEWSLETTER}/editions/newest`);
  await userEvent.click(screen.getByRole('button', { name: 'Delete Trip to the farm.jpg' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete ‘Trip to the farm.jpg’?' });
  expect(dialog.textContent).toContain('In what families saw, ‘Taken down’ is shown in its place.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
});

it('does not offer to delete the logo', async () => {
  answerFiles({ ...file, is_logo: true, uses: [] });
  openApp('/app/settings/files');
  expect(await screen.findByText('Your school’s logo')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
});

it('shows an error if the files cannot be loaded', async () => {
  answer(fileRoutes.listAttachments, { status: 503, body: { error_message: 'Not just now' } });
  openApp('/app/settings/files');
  expect(await screen.findByText('We could not load your files')).toBeTruthy();
});
