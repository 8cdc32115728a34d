import { setTimeout as delay } from 'node:timers/promises';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolPagePath } from '#contract/paths.ts';
import { peopleRoutes } from '#contract/people.ts';
import { API_BASE } from '#contract/route.ts';
import { schoolRoutes } from '#contract/school.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { createSchool, createStaff, PASSWORD, type TestSchool } from '#test/factories.ts';
import { richText } from '#test/newsletters.ts';
import { animatedPicture } from '#test/pictures.ts';
import { emptyInstallation, withContext } from '#test/seed.ts';
import { median } from './parts/running.ts';
import { startBuilt } from './parts/start-built.ts';

/** Source: docs/requirements/performance.md P20. */
const AIM = 3;
const AT_ONCE = 20;
const PHASE_MS = 8000;
/** Below the calls that a person may make a minute. */
const BETWEEN_MS = 120;
const NEWSLETTERS = 40;
const WORDS = 1000;

interface Attack {
  readonly name: string;
  /** One call of it: the attacker makes so many at a time. */
  readonly call: (number: number) => Promise<unknown>;
}

/** What one attacker does to the calls of everybody else: each expensive call, twenty at a time, against the quiet before it. */
export default async function measure() {
  const place = await emptyInstallation();
  const people = await withContext(place, async (context) => {
    const school = () => createSchool({ context });
    const passwordHash = await hashPassword(PASSWORD);
    const other = await school();
    const { email } = await createStaff({ context }, other.id, 'editor', { passwordHash });
    return {
      other,
      email,
      searched: await school(),
      saving: await school(),
      hostile: await school(),
      uploading: await school(),
    };
  });
  const program = startBuilt({ ...place.environment, TRUST_PROXY: '1' });
  const url = await program.url;
  try {
    const client = { url, ...people };
    const profile = () => get(client, schoolRoutes.mySchool.path, people.other.owner.token);
    const known = await deviceOf(client);
    const logIn = () => sendLogIn(client, PASSWORD, { cookie: known });
    const rows = [];
    for (const attack of await attacksOn(client))
      rows.push(await underAttack('another’s call', profile, attack));
    rows.push(await underAttack('another’s log-in', logIn, guessing(client)));
    return rows;
  } finally {
    program.signal('SIGTERM');
    await program.ended;
    await place.remove();
  }
}

interface Client {
  readonly url: string;
  readonly email: string;
  readonly other: TestSchool;
  readonly searched: TestSchool;
  readonly saving: TestSchool;
  readonly hostile: TestSchool;
  readonly uploading: TestSchool;
}

async function underAttack(what: string, probe: () => Promise<unknown>, { name, call }: Attack) {
  const reference = median(await probing(probe));
  let isOver = false;
  let made = 0;
  const loop = async () => {
    while (!isOver) {
      made += 1;
      await call(made);
    }
  };
  const loops = Promise.all(Array.from({ length: AT_ONCE }, loop));
  const value = median(await probing(probe));
  isOver = true;
  await loops;
  const ratio = value / reference;
  return {
    name: `${what} during ${made} × ${name}`,
    value,
    reference,
    unit: 'ms',
    ratio,
    aim: `${AIM} times`,
    met: ratio <= AIM,
  };
}

/** How long each probe took, in milliseconds. */
async function probing(probe: () => Promise<unknown>): Promise<readonly number[]> {
  const took: number[] = [];
  const end = performance.now() + PHASE_MS;
  while (performance.now() < end) {
    const began = performance.now();
    await probe();
    took.push(performance.now() - began);
    await delay(BETWEEN_MS);
  }
  return took;
}

async function attacksOn(client: Client): Promise<readonly Attack[]> {
  const { url, saving, hostile, uploading } = client;
  const pages = await publishMany(client);
  const search = async (number: number, network: number) => {
    const headers = { 'x-forwarded-for': `203.0.${network}.7` };
    const answer = await fetch(`${url}${pages}?q=${encodeURIComponent(`fête ${number}`)}`, { headers });
    await answer.arrayBuffer();
  };
  const { id } = await makeNewsletter(client, saving, []);
  const { id: theirs } = await makeNewsletter(client, hostile, []);
  const large = Array.from({ length: 21 }, (_, at) =>
    richText(`<p>${'word '.repeat(9500)}</p>`, `text-${at}`),
  );
  const tags = Array.from({ length: 50 }, (_, at) =>
    richText(`<p>${'x<br>'.repeat(5500)}</p>`, `text-${at}`),
  );
  const save = (school: TestSchool, of: string, code: readonly unknown[]) => {
    const path = newsletterRoutes.updateNewsletter.path.replace(':id', of);
    return send(client, 'PATCH', path, school.owner.token, JSON.stringify({ news_letter: { code } }));
  };
  const moving = await animatedPicture('gif', 2200, 2200);
  const upload = async () => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(moving)]), 'moving.gif');
    const headers = { authorization: `Bearer ${uploading.owner.token}` };
    const answer = await fetch(url + API_BASE + fileRoutes.uploadAttachment.path, {
      method: 'POST',
      headers,
      body,
    });
    await answer.arrayBuffer();
  };
  return [
    { name: 'searches of one network', call: (number) => search(number, 0) },
    { name: 'searches of 200 networks', call: (number) => search(number, number % 200) },
    { name: 'saves of 1 MB', call: () => save(saving, id, large) },
    { name: 'saves of 275,000 tags', call: () => save(hostile, theirs, tags) },
    { name: 'uploads of a GIF', call: upload },
  ];
}

function guessing(client: Client): Attack {
  return {
    name: 'wrong log-ins of as many networks',
    call: (number) =>
      sendLogIn(client, 'Wrong but l0ng', {
        'x-forwarded-for': `198.${18 + (number >> 8)}.${number % 256}.7`,
      }),
  };
}

/** A school's list of newsletters of a thousand words each; its path. */
async function publishMany(client: Client): Promise<string> {
  const { searched } = client;
  const { token } = searched.owner;
  const address = 'elm-grove';
  const settings = schoolPageRoutes.updateSchoolPages.path.replace(':id', searched.id);
  await send(
    client,
    'PATCH',
    settings,
    token,
    JSON.stringify({ school_pages: { address, lists_newsletters: true } }),
  );
  for (let at = 0; at < NEWSLETTERS; at += 1) {
    const { id } = await makeNewsletter(client, searched, [richText(`<p>${words(at)}</p>`)]);
    await send(client, 'PUT', newsletterRoutes.publishNewsletter.path.replace(':id', id), token, '{}');
  }
  return schoolPagePath(address, 'newsletters');
}

const words = (at: number) =>
  Array.from({ length: WORDS }, (_, word) =>
    word % 100 === 0 ? 'fête' : `mot${(word * 7 + at * 13) % 4000}é`,
  ).join(' ');

async function makeNewsletter(client: Client, { owner }: TestSchool, code: readonly unknown[]) {
  const body = JSON.stringify({ news_letter: { title: 'Autumn news', layout_type: 'one_column', code } });
  const answer = await send(client, 'POST', newsletterRoutes.createNewsletter.path, owner.token, body);
  return newsletterRoutes.createNewsletter.reply.parse(JSON.parse(answer)).news_letter.data;
}

async function deviceOf(client: Client): Promise<string> {
  const answer = await fetch(client.url + API_BASE + peopleRoutes.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: { email: client.email, password: PASSWORD } }),
  });
  return answer.headers.getSetCookie().join('; ').split(';', 1).join('');
}

async function sendLogIn(
  { url, email }: Client,
  password: string,
  headers: Readonly<Record<string, string>>,
) {
  const address = password === PASSWORD ? email : `nobody${Math.random()}@school.example`;
  const answer = await fetch(url + API_BASE + peopleRoutes.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ user: { email: address, password } }),
  });
  if (password === PASSWORD && answer.status !== 200)
    throw new Error(`The log-in was answered ${answer.status}`);
  await answer.arrayBuffer();
}

async function get({ url }: Client, path: string, token: string): Promise<void> {
  const answer = await fetch(url + API_BASE + path, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
  await answer.arrayBuffer();
}

async function send(
  { url }: Client,
  method: string,
  path: string,
  token: string,
  body: string,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url + API_BASE + path, { method, headers, body });
  return await answer.text();
}
