import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { AGREEMENT_LABELS } from '#contract/subscribers.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { wordsOnScreen } from '#test/support/web/words-on-screen.ts';

// jsdom draws nothing, so this supplies the picture that a browser would make.
vi.mock(import('#web/newsletter-ui/branding/logo-image.ts'), async (load) => ({
  ...(await load()),
  openPicture: async ({ name }: File) => ({
    name,
    picture: 'data:image/png;base64,AAAA',
    width: 64,
    height: 18,
    frame: { x: 0, y: 0, width: 1, height: 1 },
  }),
  logoDataUrl: async () => 'data:image/png;base64,AAAA',
  logoFile: async () => new File(['logo'], 'logo.png', { type: 'image/png' }),
}));
// The engine has its own tests.
vi.mock(import('#web/newsletter-ui/renderer/renderer.ts'), async (load) => ({
  ...(await load()),
  createRenderer: () => ({ render: async () => null, dispose: () => undefined }),
}));

const PATCH = `PATCH /api/v1/schools/${SCHOOL.id}`;
const sent = () => received.filter(({ call }) => call === PATCH).map(({ body }) => body);
const stored = (attributes: object = {}) => ({
  status: 200,
  body: { school: { data: { ...SCHOOL, attributes: { ...SCHOOL.attributes, ...attributes } } } },
});

beforeEach(() => {
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, stored({ website: 'https://oakfield.example' }));
});

describe('School settings', () => {
  const open = async () => {
    openApp('/app/settings/school-settings');
    return await screen.findByLabelText('School name');
  };
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

  it('send only changed fields, and update the header', async () => {
    answer(schoolRoutes.updateSchool, stored({ name: 'Ash Grove', phone: '0201' }), { id: SCHOOL.id });
    const name = await open();
    await userEvent.clear(name);
    await userEvent.type(name, 'Ash Grove');
    await userEvent.clear(screen.getByLabelText('School phone'));
    await userEvent.type(screen.getByLabelText('School phone'), '(02) 01');
    await save();
    await screen.findByText('School successfully updated');
    expect(sent()).toEqual([{ school: { name: 'Ash Grove', phone: '0201' } }]);
    expect(within(screen.getByRole('banner')).getByText('Ash Grove')).toBeDefined();
  });

  it('show each field’s error under it, and send nothing', async () => {
    const name = await open();
    await userEvent.clear(name);
    const website = screen.getByLabelText('Website');
    await userEvent.clear(website);
    await userEvent.type(website, 'javascript:oakfield.example');
    const email = screen.getByLabelText('School email');
    await userEvent.clear(email);
    await userEvent.type(email, 'office');
    await save();
    await screen.findByText('Invalid url format, should start with https:// or http://');
    expect(screen.getByText('Field is required')).toBeDefined();
    expect(screen.getByText('A valid email address is required')).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it('ask once about an address whose provider is written wrongly', async () => {
    answer(schoolRoutes.updateSchool, stored(), { id: SCHOOL.id });
    await open();
    const email = screen.getByLabelText('School email');
    await userEvent.clear(email);
    await userEvent.type(email, 'office@gmial.com');
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Use office@gmail.com' }));
    expect(sent()).toEqual([]);
    await save();
    await screen.findByText('School successfully updated');
    expect(sent()).toEqual([{ school: { email: 'office@gmail.com' } }]);
  });

  it('complete a website without https:// when its field is left', async () => {
    answer(schoolRoutes.updateSchool, stored(), { id: SCHOOL.id });
    await open();
    const website = screen.getByLabelText('Website');
    await userEvent.clear(website);
    await userEvent.type(website, 'www.ash-grove.example/home');
    await userEvent.tab();
    expect(website).toHaveProperty('value', 'https://www.ash-grove.example/home');
    await save();
    await screen.findByText('School successfully updated');
    expect(sent()).toEqual([{ school: { website: 'https://www.ash-grove.example/home' } }]);
  });

  it('require a website if there is none yet', async () => {
    answer(schoolRoutes.mySchool, stored());
    await open();
    await save();
    await screen.findByText('Field is required');
    expect(document.activeElement).toBe(screen.getByLabelText('Website'));
  });
});

describe('The school’s email in School settings', () => {
  const open = async (attributes: object) => {
    answer(schoolRoutes.mySchool, stored(attributes));
    openApp('/app/settings/school-settings');
    await screen.findByLabelText('School name');
  };

  it('is shown as confirmed', async () => {
    await open({ email_confirmed: true });
    expect(screen.getByText(/office@oakfield\.example is confirmed/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /link again/ })).toBeNull();
  });

  it('is shown as unconfirmed, and its link can be mailed again', async () => {
    await open({ email_confirmed: false });
    expect(screen.getByText(/is not confirmed yet.*go to the owner’s own address/)).toBeDefined();
    answer(schoolRoutes.requestEmailConfirmation, { status: 202, body: undefined }, { id: SCHOOL.id });
    await userEvent.click(screen.getByRole('button', { name: 'Mail the link again' }));
    await screen.findByText('The link is on its way');
    const asked = received.filter(({ call }) => call.endsWith('/email_confirmation'));
    expect(asked.map(({ call }) => call)).toEqual([`POST /api/v1/schools/${SCHOOL.id}/email_confirmation`]);
  });
});

describe('Newsletter branding', () => {
  const open = async () => {
    openApp('/app/settings/newsletter-branding');
    return await screen.findByLabelText('Primary colour');
  };
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

  it('says in 62 words what to do', async () => {
    await open();
    expect(wordsOnScreen().length, wordsOnScreen().join(' ')).toBeLessThanOrEqual(62);
  });

  it('sends changed colours, and shows their contrast', async () => {
    answer(schoolRoutes.updateSchool, stored({ primary_color: '#ffc408' }), { id: SCHOOL.id });
    const primary = await open();
    expect(screen.getAllByDisplayValue('#1f5d45')).toContain(primary);
    await userEvent.clear(primary);
    await userEvent.type(primary, '#FFC408');
    expect(screen.getByText(/For headings, we darken it to/)).toBeDefined();
    const verdict = within(screen.getByRole('region', { name: 'Easy to read?' }));
    for (const ratio of verdict.getAllByText(/^[\d.]+:1$/))
      expect(Number.parseFloat(ratio.textContent ?? '')).toBeGreaterThanOrEqual(4.5);
    await save();
    await screen.findByText('School successfully updated');
    expect(sent()).toEqual([{ school: { primary_color: '#ffc408' } }]);
  });

  it('asks before leaving with an unsaved colour, but not after saving', async () => {
    answer(schoolRoutes.updateSchool, stored({ primary_color: '#ffc408' }), { id: SCHOOL.id });
    const primary = await open();
    const leave = () => userEvent.click(screen.getByRole('link', { name: 'School details' }));
    await userEvent.clear(primary);
    await userEvent.type(primary, '#ffc408');
    await leave();
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(primary).toHaveProperty('value', '#ffc408');
    await save();
    await screen.findByText('School successfully updated');
    await leave();
    const name = await screen.findByLabelText('School name');
    await userEvent.type(name, '!');
    await userEvent.click(screen.getByRole('link', { name: 'Newsletter branding' }));
    await screen.findByText('Leave without saving?');
  });

  it('removes a colour', async () => {
    answer(schoolRoutes.updateSchool, stored({ primary_color: null }), { id: SCHOOL.id });
    const primary = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Primary colour: back to the default' }));
    expect(screen.getByText(/None: our sky blue/)).toBeDefined();
    expect(document.activeElement).toBe(primary);
    await save();
    await screen.findByText('School successfully updated');
    expect(sent()).toEqual([{ school: { primary_color: '' } }]);
    expect(primary).toBe(screen.getByLabelText('Primary colour'));
    expect(screen.queryByDisplayValue('#1f5d45')).toBeNull();
  });

  it('sends only the file for a new logo', async () => {
    answer(schoolRoutes.updateSchool, stored(), { id: SCHOOL.id });
    await open();
    await userEvent.upload(
      screen.getByLabelText('Logo'),
      new File(['x'], 'crest.png', { type: 'image/png' }),
    );
    await screen.findByText(/crest\.png/);
    await save();
    await screen.findByText('School successfully updated');
    const [form] = sent();
    expect(form).toBeInstanceOf(FormData);
    expect(form instanceof FormData && [...form.keys()]).toEqual(['school[logo]']);
    await waitFor(() => expect(screen.queryByText(/crest\.png/)).toBeNull());
  });

  it('keeps the chosen picture if the server rejects it', async () => {
    const words = 'Files of this type cannot be used here';
    answer(schoolRoutes.updateSchool, { status: 415, body: { error_message: words } }, { id: SCHOOL.id });
    await open();
    await userEvent.upload(
      screen.getByLabelText('Logo'),
      new File(['x'], 'crest.png', { type: 'image/png' }),
    );
    await screen.findByText(/crest\.png/);
    await save();
    await screen.findByText(words);
    expect(screen.getByText(/crest\.png/)).toBeDefined();
  });

  it('sends nothing while a colour is invalid', async () => {
    const primary = await open();
    await userEvent.clear(primary);
    await userEvent.type(primary, 'green');
    await save();
    await screen.findByText('Please check the colours');
    expect(sent()).toEqual([]);
  });
});

it('marks required fields in the school’s details', async () => {
  openApp('/app/settings/school-settings');
  await screen.findByLabelText('Website');
  const marked = screen.getAllByRole('textbox', { name: (_, field) => field.ariaRequired === 'true' });
  const labels = ['School name', 'School email', 'School phone', 'Website'];
  expect(marked).toEqual(labels.map((label) => screen.getByLabelText(label)));
  for (const label of labels) expect(screen.getByText(label).dataset.required).toBe('true');
});

describe('Activity', () => {
  const entry = (n: number, attributes: object) => ({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    type: 'audit_entry',
    attributes: {
      actor: 'Priya Nair',
      actor_id: SCHOOL.id,
      actor_role: null,
      subject: 'Ada Bell',
      details: {},
      created_at: '2026-11-21T09:12:00.000Z',
      ...attributes,
    },
  });

  it('describes in sentences who did what', async () => {
    const data = [
      entry(1, { action: 'role_changed', details: { from: 'editor', to: 'admin' } }),
      entry(2, { action: 'person_invited', details: { role: 'editor' } }),
      entry(3, { action: 'something_new', subject: '' }),
      entry(3, { action: 'own_name_changed', subject: '', actor_role: 'admin', details: { to: 'Eve' } }),
    ];
    const details = { delivery_id: 'x', news_letter_id: 'y' };
    const sends = [
      entry(4, { action: 'send_planned', details: { ...details, send_at: '2026-11-22T08:00:00.000Z' } }),
      entry(5, { action: 'send', details: { ...details, sent_to: 1190 } }),
      entry(6, { action: 'send_canceled', details: { ...details, sent: 370, total: 5002 } }),
      entry(7, { action: 'send_plan_canceled', details: { ...details, trouble: 'The school was closed' } }),
      // Entries in the form of older versions.
      entry(8, { action: 'send', details: { ...details, recipients: 2 } }),
      entry(9, { action: 'send_canceled', details }),
    ];
    const subject = 'parents.csv';
    const agreement = 'told';
    const imports = [
      entry(1, { action: 'subscribers_imported', subject, details: { added: 1200, updated: 0, agreement } }),
      entry(2, { action: 'subscribers_imported', subject, details: { added: 3, updated: 2, agreement } }),
      entry(3, { action: 'subscribers_imported', subject, details: { agreement } }),
      entry(4, { action: 'own_password_changed', subject: '' }),
    ];
    const agreed = `: ‘${AGREEMENT_LABELS[agreement]}’21/11/2026, 09:12`;
    const body = { audit_log: { data: [...data, ...sends, ...imports] }, total: 9, total_pages: 1 };
    answer(auditRoutes.auditLog, { status: 200, body }, { id: SCHOOL.id });
    openApp('/app/settings/activity');
    const log = await screen.findByRole('list', { name: 'Activity' });
    const lines = within(log).getAllByRole('listitem');
    expect(lines.map((line) => line.textContent)).toEqual([
      'Priya Nair changed the role of Ada Bell from editor to admin21/11/2026, 09:12',
      'Priya Nair invited Ada Bell as editor21/11/2026, 09:12',
      'Priya Nair something new21/11/2026, 09:12',
      'Priya Nair (admin) changed their own name to Eve21/11/2026, 09:12',
      'Priya Nair planned the sending of Ada Bell for 22/11/2026 at 08:0021/11/2026, 09:12',
      'Priya Nair sent Ada Bell to 1,190 people21/11/2026, 09:12',
      'Priya Nair stopped the sending of Ada Bell after 370 of 5,002 people21/11/2026, 09:12',
      'Priya Nair cancelled the planned sending of Ada Bell: The school was closed21/11/2026, 09:12',
      'Priya Nair sent Ada Bell21/11/2026, 09:12',
      'Priya Nair stopped the sending of Ada Bell21/11/2026, 09:12',
      `Priya Nair imported subscribers from parents.csv (1,200 added)${agreed}`,
      `Priya Nair imported subscribers from parents.csv (3 added, 2 changed)${agreed}`,
      `Priya Nair imported subscribers from parents.csv${agreed}`,
      'Priya Nair changed their own password21/11/2026, 09:12',
    ]);
  });

  it('redirects editors', async () => {
    signIn(personOf({ role: 'editor' }));
    answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role: 'editor' }) } } });
    const router = openApp('/app/settings/activity');
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/settings'));
  });
});
