import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { LogoError } from '#web/newsletter-ui/branding/logo-image.ts';

// jsdom draws nothing; the e2e journeys check the logo's pixels and the preview in a browser.
vi.mock('#web/newsletter-ui/renderer/renderer.ts', () => ({
  createRenderer: () => ({ render: () => Promise.resolve(null), dispose: () => undefined }),
}));
vi.mock(import('#web/newsletter-ui/branding/logo-image.ts'), async (load) => ({
  ...(await load()),
  openPicture: async (file) => {
    if (file.type === 'image/gif') throw new LogoError('This file cannot be opened as a picture.');
    const frame = { x: 0, y: 0, width: 1, height: 1 };
    return { name: file.name, picture: 'data:image/png;base64,AAAA', width: 640, height: 180, frame };
  },
  logoDataUrl: async () => 'data:image/png;base64,AAAA',
  logoFile: async () => new File(['cut'], 'logo.png', { type: 'image/png' }),
}));

const confirm = () => screen.getByRole('button', { name: 'Confirm' });
const field = (name: string) => screen.findByRole('textbox', { name });
const calls = (call: string) => received.filter((each) => each.call === call);

function serveNewPerson(): void {
  signIn(personOf({ role: null }));
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role: null }) } } });
  let hasSchool = false;
  answer(schoolRoutes.mySchool, () => ({ status: 200, body: { school: hasSchool ? { data: SCHOOL } : {} } }));
  answer(schoolRoutes.createSchool, () => {
    hasSchool = true;
    return { status: 201, body: { school: { data: SCHOOL } } };
  });
  serveNewsletter();
}

function serveNewsletter(): void {
  const attributes = {
    title: 'Welcome back',
    body: '',
    design: null,
    colours: null,
    issue_date: null,
    layout_type: 'two_columns_left',
    status: 'draft',
    slug: null,
    has_unpublished_changes: false,
    created_at: '2026-09-01T08:00:00.000Z',
    updated_at: '2026-09-01T08:00:00.000Z',
  };
  const item = { id: SCHOOL.id, type: 'news_letter', attributes };
  const whole = {
    ...item,
    attributes: {
      ...attributes,
      code: [],
      footerContent: '',
      carried_over: null,
      missing_files: [],
      version: 1,
      published_at: null,
    },
  };
  answer(newsletterRoutes.createNewsletter, { status: 201, body: { news_letter: { data: whole } } });
  answer(newsletterRoutes.listNewsletters, {
    status: 200,
    body: { news_letter: { data: [item] }, total_pages: 1, total: 1 },
  });
}

async function start() {
  serveNewPerson();
  const router = openApp('/app');
  await screen.findByRole('heading', { name: 'Welcome to Inkwell' });
  expect(within(screen.getByRole('navigation', { name: 'Steps' })).getAllByRole('button')).toHaveLength(6);
  await userEvent.click(screen.getByRole('button', { name: 'Get started' }));
  return router;
}

it('gives each step a title, which the field’s group has as its name', async () => {
  await start();
  expect(document.title).toBe('What is your school called? · Inkwell');
  const question = screen.getByRole('group', { name: 'What is your school called?' });
  expect(document.activeElement).toBe(within(question).getByLabelText('School name'));
  await userEvent.keyboard('Oakfield Primary{Enter}');
  const heading = await screen.findByRole('heading', { name: 'Your logo and colours' });
  expect(document.title).toBe('Your logo and colours · Inkwell');
  expect(document.activeElement).toBe(heading);
});

async function chooseLogo(type = 'image/png') {
  await screen.findByRole('heading', { name: 'Your logo and colours' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('There is no way to choose a file');
  await userEvent.upload(input, new File(['picture'], 'oakfield.png', { type }), { applyAccept: false });
}

async function answerSchool() {
  await userEvent.type(await field('School name'), 'Oakfield Primary{Enter}');
  await chooseLogo();
  await screen.findByText(/^oakfield\.png/);
  await userEvent.click(confirm());
  await userEvent.type(await field('School email'), 'office@oakfield.example{Enter}');
  await userEvent.type(await field('School phone'), '(020) 7946-0018 ext.5{Enter}');
}

async function answerNewsletter() {
  await userEvent.type(await field('Newsletter title'), 'Welcome back{Enter}');
  await userEvent.click(await screen.findByRole('radio', { name: '2 column (left)' }));
}

describe('onboarding', () => {
  it('goes through four steps about the school and two about the newsletter to the list', async () => {
    const router = await start();
    await answerSchool();
    expect((await screen.findByPlaceholderText('Newsletter Title')).getAttribute('name')).toBe('title');
    await answerNewsletter();
    await userEvent.click(confirm());
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/newsletters'));
    await screen.findByText('‘Welcome back’ is in the list, as a draft');
    await router.navigate('/app/settings');
    await waitFor(() => expect(screen.queryByText('‘Welcome back’ is in the list, as a draft')).toBeNull());
    const form = calls('POST /api/v1/schools')[0]?.body;
    if (!(form instanceof FormData)) throw new Error('The school goes out as a form');
    const logo = form.get('school[logo]');
    form.delete('school[logo]');
    expect(Object.fromEntries(form)).toEqual({
      'school[name]': 'Oakfield Primary',
      'school[email]': 'office@oakfield.example',
      'school[phone]': '0207946-0018.5',
      'school[design]': 'letter',
    });
    expect(logo instanceof File && [logo.name, logo.type]).toEqual(['logo.png', 'image/png']);
    expect(calls('POST /api/v1/news_letters')[0]?.body).toEqual({
      news_letter: { title: 'Welcome back', layout_type: 'two_columns_left', code: [] },
    });
    const order = received.map(({ call }) => call);
    expect(order.lastIndexOf('GET /api/v1/schools/my')).toBeGreaterThan(
      order.indexOf('POST /api/v1/schools'),
    );
    expect(Object.keys(localStorage).filter((key) => key.startsWith('onboarding:'))).toEqual([]);
  });

  it('disables Confirm until a step is filled in', async () => {
    await start();
    const name = await field('School name');
    expect(document.activeElement).toBe(name);
    expect(confirm()).toHaveProperty('disabled', true);
    await userEvent.type(name, '   ');
    expect(confirm()).toHaveProperty('disabled', true);
    await userEvent.type(name, 'Oakfield{Enter}');
    await screen.findByRole('heading', { name: 'Your logo and colours' });
    expect(confirm()).toHaveProperty('disabled', true);
    screen.getByText(/^Still needed: a logo\./);
    await chooseLogo();
    await waitFor(() => expect(confirm()).toHaveProperty('disabled', false));
    expect(screen.queryByText(/^Still needed/)).toBeNull();
    await userEvent.click(confirm());
    for (const [label, text] of [
      ['School email', 'office@oakfield.example'],
      ['School phone', '020 7946 0018'],
      ['Newsletter title', 'Welcome back'],
    ] as const) {
      const input = await field(label);
      expect(confirm(), label).toHaveProperty('disabled', true);
      await userEvent.type(input, text);
      await userEvent.click(confirm());
    }
    await screen.findByRole('heading', { name: 'Choose a layout' });
    expect(confirm()).toHaveProperty('disabled', true);
    expect(screen.getAllByRole('radio')).toHaveLength(9);
  });

  it('shows a field’s error, and stays', async () => {
    await start();
    await userEvent.type(await field('School name'), 'x');
    await userEvent.clear(await field('School name'));
    await userEvent.tab();
    await screen.findByText('Please enter the name of your school');
    await userEvent.type(await field('School name'), 'Oakfield{Enter}');
    await chooseLogo();
    await screen.findByText(/^oakfield\.png/);
    await userEvent.click(confirm());
    await userEvent.type(await field('School email'), 'office@{Enter}');
    await screen.findByText('A valid email address is required');
    expect(document.activeElement).toBe(await field('School email'));
  });

  it('asks once about an address whose provider is written wrongly', async () => {
    await start();
    await userEvent.type(await field('School name'), 'Oakfield{Enter}');
    await chooseLogo();
    await screen.findByText(/^oakfield\.png/);
    await userEvent.click(confirm());
    await userEvent.type(await field('School email'), 'oakfield.office@gmial.com{Enter}');
    expect((await screen.findByText(/^Did you mean/)).textContent).toBe(
      'Did you mean oakfield.office@gmail.com? If not, press ‘Confirm’ again.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Use oakfield.office@gmail.com' }));
    expect(await field('School email')).toHaveProperty('value', 'oakfield.office@gmail.com');
    await userEvent.click(confirm());
    await field('School phone');
  });

  it('rejects a file that is not a picture', async () => {
    await start();
    await userEvent.type(await field('School name'), 'Oakfield{Enter}');
    await chooseLogo('image/gif');
    await screen.findByText('This file cannot be opened as a picture.');
    expect(confirm()).toHaveProperty('disabled', true);
  });

  it('shows how a colour will be used, and sends its full hex code', async () => {
    await start();
    await userEvent.type(await field('School name'), 'Oakfield{Enter}');
    await chooseLogo();
    await userEvent.type(await field('Primary colour'), '#1F5D45');
    await screen.findByText('Easy to read on white');
    await userEvent.type(await field('Secondary colour'), '#fc0');
    await screen.findByText(/^For links, we darken it to/);
    await userEvent.click(confirm());
    await userEvent.type(await field('School email'), 'office@oakfield.example{Enter}');
    await userEvent.type(await field('School phone'), '020{Enter}');
    await answerNewsletter();
    await userEvent.click(confirm());
    await waitFor(() => expect(calls('POST /api/v1/schools')).toHaveLength(1));
    const form = calls('POST /api/v1/schools')[0]?.body;
    expect(form instanceof FormData && form.get('school[primary_color]')).toBe('#1f5d45');
    expect(form instanceof FormData && form.get('school[secondary_color]')).toBe('#ffcc00');
  });

  it('goes back, and forward as far as steps are answered', async () => {
    await start();
    await userEvent.type(await field('School name'), 'Oakfield{Enter}');
    await screen.findByRole('heading', { name: 'Your logo and colours' });
    expect(screen.getByRole('button', { name: 'Step 3: School email' })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await field('School name')).toHaveProperty('value', 'Oakfield');
    await userEvent.click(screen.getByRole('button', { name: 'Step 2: Logo and colours' }));
    const here = await screen.findByRole('button', { name: 'Step 2: Logo and colours' });
    expect(here.getAttribute('aria-current')).toBe('step');
  });

  it('goes one step back and forward with the browser’s buttons', async () => {
    const router = await start();
    await userEvent.type(await field('School name'), 'Oakfield{Enter}');
    await screen.findByRole('heading', { name: 'Your logo and colours' });
    await act(() => router.navigate(-1));
    expect(await field('School name')).toHaveProperty('value', 'Oakfield');
    await act(() => router.navigate(1));
    await screen.findByRole('heading', { name: 'Your logo and colours' });
    await act(() => router.navigate(-2));
    await screen.findByRole('heading', { name: 'Welcome to Inkwell' });
  });

  it('keeps all answers after a reload', async () => {
    await start();
    await answerSchool();
    await userEvent.type(await field('Newsletter title'), 'Welcome b');
    cleanup();
    openApp('/app/onboarding');
    expect(await field('Newsletter title')).toHaveProperty('value', 'Welcome b');
    await userEvent.click(screen.getByRole('button', { name: 'Step 2: Logo and colours' }));
    await screen.findByText(/^oakfield\.png/);
  });

  it('returns to the field that the server rejects, with its message', async () => {
    await start();
    await answerSchool();
    await answerNewsletter();
    answer(schoolRoutes.createSchool, {
      status: 400,
      body: { error_message: 'Please check', errors: { email: ['This address cannot be used'] } },
    });
    await userEvent.click(confirm());
    await screen.findByText('This address cannot be used');
    expect(await field('School email')).toHaveProperty('value', 'office@oakfield.example');
  });

  it('rejects an invalid colour, and accepts one without #', async () => {
    await start();
    await userEvent.type(await field('School name'), 'Oakfield{Enter}');
    await chooseLogo();
    await screen.findByText(/^oakfield\.png/);
    const primary = await field('Primary colour');
    await userEvent.type(primary, 'maroon');
    await userEvent.click(confirm());
    await screen.findByText(/^Not a valid colour/);
    await waitFor(() => expect(document.activeElement).toBe(primary));
    expect(screen.getByRole('button', { name: 'Step 3: School email' })).toHaveProperty('disabled', true);
    await userEvent.clear(primary);
    await userEvent.type(primary, '800000');
    expect(primary).toHaveProperty('value', '#800000');
    await userEvent.click(confirm());
    await field('School email');
  });

  it('continues if the school was created but the answer was lost', async () => {
    const router = await start();
    let made = false;
    answer(schoolRoutes.mySchool, () => ({ status: 200, body: { school: made ? { data: SCHOOL } : {} } }));
    answer(schoolRoutes.createSchool, () => {
      if (made) return { status: 409, body: { error_message: ERROR_MESSAGES.hasSchool } };
      made = true;
      throw new TypeError('The connection was reset');
    });
    await answerSchool();
    await answerNewsletter();
    await userEvent.click(confirm());
    await screen.findByText(/^No connection/);
    await userEvent.click(confirm());
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/newsletters'));
    expect(screen.queryByText(ERROR_MESSAGES.hasSchool)).toBeNull();
    expect(calls('POST /api/v1/news_letters')).toHaveLength(1);
  });

  it('finishes once on a double press', async () => {
    const router = await start();
    await answerSchool();
    await answerNewsletter();
    const button = confirm();
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/newsletters'));
    expect(calls('POST /api/v1/schools')).toHaveLength(1);
    expect(calls('POST /api/v1/news_letters')).toHaveLength(1);
  });

  it('creates the school once, even if creating the newsletter fails at first', async () => {
    const router = await start();
    await answerSchool();
    await answerNewsletter();
    const away = { status: 503, body: { error_message: 'The service is not available just now.' } };
    answer(newsletterRoutes.createNewsletter, away);
    await userEvent.click(confirm());
    await screen.findByText('The service is not available just now.');
    expect(screen.getByRole('radio', { name: '2 column (left)' })).toHaveProperty('checked', true);
    serveNewsletter();
    await userEvent.click(confirm());
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/newsletters'));
    expect(calls('POST /api/v1/schools')).toHaveLength(1);
    expect(calls('POST /api/v1/news_letters')).toHaveLength(2);
  });
});
