import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, linksInMail } from './journey.ts';

/** Sets up data for journeys by API calls, which take a tenth of the time of the screens. */

/** Makes an API call; resolves to the answer's JSON. Fails if the status is not a success. */
async function call(
  page: Page,
  method: 'POST' | 'PUT' | 'PATCH' | 'GET',
  path: string,
  { token, ...given }: { token?: string; data?: unknown; multipart?: Record<string, string | FilePart> } = {},
): Promise<unknown> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const reply = await page.request.fetch(`/api/v1${path}`, { method, headers, ...given });
  expect(reply.ok(), `${method} ${path}: ${reply.status()} ${await reply.text()}`).toBe(true);
  return reply.status() === 204 ? null : await reply.json();
}
type FilePart = { name: string; mimeType: string; buffer: Buffer };

/** Registers an address, sets its password by the mailed link, and logs in; resolves to the token. */
async function register(page: Page, email: string, password: string, inviteToken?: string): Promise<string> {
  const user = { email, ...(inviteToken !== undefined && { invite_token: inviteToken }) };
  await call(page, 'POST', '/authorization/register', { data: { user } });
  const links = await linksInMail(page, email, 'Welcome to Inkwell');
  const token = links.map((link) => new URL(link).searchParams.get('token')).find((each) => each !== null);
  expect(token, `a link with a token among ${links.join(', ')}`).toBeDefined();
  await call(page, 'PUT', `/passwords/change/${token}`, {
    data: { password, password_confirmation: password },
  });
  const reply = await call(page, 'POST', '/authorization/login', {
    data: { user: { email, password } },
  });
  return textAt(reply, 'data', 'token', 'auth_token');
}

type Owner = { readonly email: string; readonly password: string; readonly logo: string };

/** Creates an owner, a school and an empty newsletter in one column, and signs in; resolves to the newsletter's id. */
export async function signInAsOwner(page: Page, owner: Owner, title: string): Promise<string> {
  const token = await register(page, owner.email, owner.password);
  await call(page, 'POST', '/schools', {
    token,
    multipart: {
      'school[name]': 'Oakfield Primary School',
      'school[email]': 'office@oakfield.example',
      'school[phone]': '02079460018',
      'school[logo]': { name: 'logo.png', mimeType: 'image/png', buffer: await readFile(owner.logo) },
    },
  });
  const made = await call(page, 'POST', '/news_letters', {
    token,
    data: { news_letter: { title, layout_type: 'one_column', code: [] } },
  });
  await begin(page, token);
  return textAt(made, 'news_letter', 'data', 'id');
}

/** Registers a person without a school, and signs in. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await begin(page, await register(page, email, password));
}

/** Begins the session of a token, with the question about cookies answered. */
async function begin(page: Page, token: string): Promise<void> {
  const profile = await call(page, 'GET', '/users/my_profile', { token });
  const session = { accessToken: token, user: at(profile, 'user', 'data'), value: 1 };
  // A page without scripts, to write to the origin's storage.
  await page.goto('/health');
  await page.evaluate((text) => {
    localStorage.setItem('session', text);
    localStorage.setItem('cookieAgreement', 'false');
  }, JSON.stringify(session));
}

/** Creates empty newsletters with these titles for the signed-in person, in this order. */
export async function createNewsletters(page: Page, titles: readonly string[]): Promise<void> {
  const session = await page.evaluate(() => localStorage.getItem('session'));
  const token = textAt(JSON.parse(session ?? 'null'), 'accessToken');
  for (const title of titles)
    await call(page, 'POST', '/news_letters', {
      token,
      data: { news_letter: { title, layout_type: 'one_column', code: [] } },
    });
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  if (typeof found !== 'string') throw new Error(`There is no ${path.join('.')} in ${JSON.stringify(value)}`);
  return found;
}

/** Creates a newsletter of these blocks in one column; resolves to its id. */
export async function createNewsletterOf(
  page: Page,
  title: string,
  code: readonly unknown[],
): Promise<string> {
  const data = { news_letter: { title, layout_type: 'one_column', code } };
  const made = await call(page, 'POST', '/news_letters', { token: await tokenOf(page), data });
  return textAt(made, 'news_letter', 'data', 'id');
}

/** Uploads a picture for the signed-in person; resolves to its address. */
export async function uploadPicture(page: Page, path: string): Promise<string> {
  const file = { name: 'picture.jpg', mimeType: 'image/jpeg', buffer: await readFile(path) };
  const made = await call(page, 'POST', '/attachments', { token: await tokenOf(page), multipart: { file } });
  return textAt(made, 'attachment', 'data', 'attributes', 'url');
}

/** Publishes a newsletter of these blocks for the signed-in person, in two columns unless `look` says otherwise; resolves to its path. */
export async function publishNewsletter(
  page: Page,
  title: string,
  code: readonly unknown[],
  look: { readonly layout_type?: string; readonly design?: string } = {},
): Promise<string> {
  const token = await tokenOf(page);
  const made = await call(page, 'POST', '/news_letters', {
    token,
    data: { news_letter: { title, layout_type: 'two_columns_center', ...look, code } },
  });
  const id = textAt(made, 'news_letter', 'data', 'id');
  const published = await call(page, 'PUT', `/news_letters/publish/${id}`, { token });
  return `/published/${textAt(published, 'news_letter', 'data', 'attributes', 'slug')}`;
}

async function tokenOf(page: Page): Promise<string> {
  return textAt(
    JSON.parse(await page.evaluate(() => localStorage.getItem('session') ?? '{}')),
    'accessToken',
  );
}

/** Puts an address on the list of the signed-in person's school. */
export async function inviteSubscriber(
  page: Page,
  email: string,
  firstName = 'Amira',
  groups: readonly string[] = [],
): Promise<void> {
  const subscriber = { first_name: firstName, last_name: 'Khan', email, group_ids: groups };
  await call(page, 'POST', '/subscribers', { token: await tokenOf(page), data: { subscriber } });
}

/** Has newsletters of the signed-in owner's school approved by the owner, who gets a name. */
export async function switchApprovalOn(page: Page, [first, last]: readonly [string, string]): Promise<void> {
  const token = await tokenOf(page);
  await call(page, 'PATCH', '/users/update', {
    token,
    data: { user: { first_name: first, last_name: last } },
  });
  const school = textAt(await call(page, 'GET', '/schools/my', { token }), 'school', 'data', 'id');
  await call(page, 'PUT', `/schools/${school}/approval`, {
    token,
    data: { approval_settings: { is_on: true } },
  });
}

/** Puts somebody, an editor by default, on the staff of the signed-in owner's school, and signs them in on a page of their own. */
export async function signInAsEditor(
  page: Page,
  own: Page,
  editor: Pick<Owner, 'email' | 'password'> & { readonly name: readonly [string, string] },
  role: 'admin' | 'editor' | 'contributor' = 'editor',
): Promise<void> {
  const { email, password, name } = editor;
  const invite = { email, first_name: name[0], last_name: name[1], role };
  await call(page, 'POST', '/invites', { token: await tokenOf(page), data: { invite } });
  const links = await linksInMail(page, email, /invites you/);
  const invitation = links.map((link) => /\/home\/([\w-]+)/.exec(link)?.[1]).find(Boolean);
  await begin(own, await register(page, email, password, invitation));
}

/** The ids of one newsletter, subscriber and colleague of the signed-in person's school; '' if there is none. */
export async function idsOf(
  page: Page,
): Promise<Readonly<Record<'id' | 'subscriber' | 'colleague', string>>> {
  const token = await tokenOf(page);
  const firstIn = async (path: string, list: string) => {
    const [first] = [at(await call(page, 'GET', path, { token }), list, 'data')].flat();
    return first === undefined ? '' : textAt(first, 'id');
  };
  return {
    id: await firstIn('/news_letters', 'news_letter'),
    subscriber: await firstIn('/subscribers', 'subscribers'),
    colleague: await firstIn('/invites', 'invites'),
  };
}

/** The ids of the groups of the signed-in person's school, by their names. */
export async function groupIds(page: Page): Promise<Readonly<Record<string, string>>> {
  const listed = at(await call(page, 'GET', '/groups', { token: await tokenOf(page) }), 'groups', 'data');
  const groups = Array.isArray(listed) ? listed : [];
  return Object.fromEntries(
    groups.map((group) => [textAt(group, 'attributes', 'name'), textAt(group, 'id')]),
  );
}

/** Ends the session of the signed-in person on the server, without the browser's knowledge. */
export async function endSession(page: Page): Promise<void> {
  await call(page, 'PUT', '/authorization/logout', { token: await tokenOf(page) });
}

/** Makes a group of the signed-in person's school; resolves to its id. */
export async function createGroup(page: Page, name: string): Promise<string> {
  const made = await call(page, 'POST', '/groups', { token: await tokenOf(page), data: { group: { name } } });
  return textAt(made, 'group', 'data', 'id');
}

/** Switches all pages for families of the signed-in owner's school on; resolves to the path of their home page. */
export async function switchFamilyPagesOn(page: Page): Promise<string> {
  const token = await tokenOf(page);
  const school = textAt(await call(page, 'GET', '/schools/my', { token }), 'school', 'data', 'id');
  const made = await call(page, 'PATCH', `/schools/${school}/pages`, {
    token,
    data: { school_pages: { lists_newsletters: true, shows_diary: true, takes_sign_ups: true } },
  });
  return `/s/${textAt(made, 'school_pages', 'data', 'attributes', 'address')}`;
}

/** Asks the owner to approve a newsletter of the signed-in editor. */
export async function askForApproval(page: Page, id: string, owner: Page): Promise<void> {
  const profile = await call(owner, 'GET', '/users/my_profile', { token: await tokenOf(owner) });
  const approval = {
    approver_id: textAt(profile, 'user', 'data', 'id'),
    version: 1,
    message: 'Please look.',
  };
  await call(page, 'POST', `/news_letters/${id}/approval`, {
    token: await tokenOf(page),
    data: { approval },
  });
}
