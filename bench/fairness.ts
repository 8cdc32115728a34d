import { setTimeout as delay } from 'node:timers/promises';
import { webhookRoutes } from '#contract/api/webhooks.ts';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import { fileRoutes } from '#contract/files.ts';
import { mailReportRoutes } from '#contract/mail/mail-reports.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolPagePath } from '#contract/paths.ts';
import { peopleRoutes } from '#contract/people.ts';
import { API_BASE } from '#contract/route.ts';
import { schoolRoutes } from '#contract/school.ts';
import { hashPassword } from '#server/features/accounts/ways/password/passwords.ts';
import { createSchool, createStaff, PASSWORD, type TestSchool } from '#test/factories.ts';
import { richText } from '#test/newsletters.ts';
import { animatedPicture } from '#test/pictures.ts';
import { emptyInstallation, withContext } from '#test/seed.ts';
import type { Attack } from './parts/attacker.ts';
import { beginAttack } from './parts/attacks.ts';
import { median } from './parts/running.ts';
import { silentNames } from './parts/silent-names.ts';
import { startBuilt } from './parts/start-built.ts';

/** Source: docs/requirements/performance.md P20. */
const AIM = 3;
const PHASE_MS = 8000;
/** The time between probes, long enough that they stay below the calls that a person may make in a minute. */
const BETWEEN_MS = 120;
const NEWSLETTERS = 40;
const WORDS = 1000;
const SECRET = 'a-secret-of-the-provider';

interface Named extends Attack {
  readonly name: string;
}

/** The effect of one attacker on everybody else's calls: each expensive call, twenty at a time, against the quiet before it. */
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
      calling: await school(),
    };
  });
  const names = await silentNames();
  const program = startBuilt({
    ...place.environment,
    ...names.environment,
    TRUST_PROXY: '1',
    MAIL_PROVIDER: 'postmark',
    MAIL_PROVIDER_SECRET: SECRET,
  });
  const url = await program.url;
  try {
    const client = { url, ...people };
    const profile = () => get(client, schoolRoutes.mySchool.path, people.other.owner.token);
    const known = await deviceOf(client);
    const signIn = () => sendSignIn(client, { cookie: known });
    const rows = [];
    for (const attack of await attacksOn(client))
      rows.push(await underAttack('another’s call', profile, attack));
    rows.push(await underAttack('another’s log-in', signIn, guessing(client)));
    return rows;
  } finally {
    program.signal('SIGTERM');
    await program.ended;
    names.close();
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
  readonly calling: TestSchool;
}

async function underAttack(what: string, probe: () => Promise<unknown>, { name, ...attack }: Named) {
  const reference = median(await probing(probe));
  const underWay = await beginAttack(attack);
  const value = median(await probing(probe));
  const { made, answers } = await underWay.end();
  console.log(
    `  ${name}: ${Object.entries(answers)
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ')}`,
  );
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

/** The duration of each probe, in milliseconds. */
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

async function attacksOn(client: Client): Promise<readonly Named[]> {
  const { url, saving, hostile, uploading, calling } = client;
  const searched = `${url}${await publishMany(client)}?q=${encodeURIComponent('fête')}+NUMBER`;
  const search = { url: searched, method: 'GET', headers: {} };
  const large = Array.from({ length: 21 }, (_, at) =>
    richText(`<p>${'word '.repeat(9500)}</p>`, `text-${at}`),
  );
  const tags = Array.from({ length: 50 }, (_, at) =>
    richText(`<p>${'x<br>'.repeat(5500)}</p>`, `text-${at}`),
  );
  const tooLarge = Array.from({ length: 200 }, (_, at) =>
    richText(`<p>${'x<br>'.repeat(5500)}</p>`, `text-${at}`),
  );
  return [
    { name: 'searches of one network', ...search, networks: 1 },
    { name: 'searches of 200 networks', ...search, networks: 200 },
    { name: 'saves of 1 MB', ...(await saveOf(client, saving, large)) },
    { name: 'saves of 275,000 tags', ...(await saveOf(client, hostile, tags)) },
    { name: 'saves of 5.5 MB', ...(await saveOf(client, hostile, tooLarge)) },
    { name: 'uploads of a GIF', ...(await uploadOf(client, uploading)) },
    { name: 'tests of webhooks whose name servers are silent', ...(await webhookOf(client, calling)) },
    { name: 'reports of mails that came back, of 1 MB', ...reportOf(client) },
  ];
}

async function saveOf(client: Client, school: TestSchool, code: readonly unknown[]): Promise<Attack> {
  const { id } = await makeNewsletter(client, school, []);
  return {
    url: client.url + API_BASE + newsletterRoutes.updateNewsletter.path.replace(':id', id),
    method: 'PATCH',
    headers: { authorization: `Bearer ${school.owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ news_letter: { code } }),
    networks: 1,
  };
}

async function uploadOf({ url }: Client, { owner }: TestSchool): Promise<Attack> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await animatedPicture('gif', 2200, 2200))]), 'moving.gif');
  const sent = new Response(form);
  return {
    url: url + API_BASE + fileRoutes.uploadAttachment.path,
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.token}`,
      'content-type': sent.headers.get('content-type') ?? '',
    },
    body: await sent.bytes(),
    networks: 1,
  };
}

async function webhookOf(client: Client, { owner }: TestSchool): Promise<Attack> {
  const form = JSON.stringify({ url: 'https://silent.attacker.example/', events: ['subscriber.joined'] });
  const answer = await send(client, 'POST', webhookRoutes.createWebhook.path, owner.token, form);
  const { webhook } = webhookRoutes.createWebhook.reply.parse(JSON.parse(answer));
  return {
    url: client.url + API_BASE + webhookRoutes.testWebhook.path.replace(':id', webhook.data.id),
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
    networks: 1,
  };
}

/** Reports in the mail provider's form. */
function reportOf({ url }: Client): Attack {
  const report = { RecordType: 'Bounce', Type: 'HardBounce', Details: '550 5.1.1 '.repeat(100_000) };
  return {
    url: url + API_BASE + mailReportRoutes.receiveMailReports.path,
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify(report),
    networks: 1,
  };
}

function guessing({ url }: Client): Named {
  const user = { email: 'nobodyNUMBER@school.example', password: 'Wrong but l0ng' };
  return {
    name: 'wrong log-ins of as many networks',
    url: url + API_BASE + peopleRoutes.login.path,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user }),
    networks: 2048,
  };
}

/** Publishes a school's list of newsletters of a thousand words each; resolves to its path. */
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
  const { headers } = await sendSignIn(client);
  return headers.getSetCookie().join('; ').split(';', 1).join('');
}

async function sendSignIn(
  { url, email }: Client,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const answer = await fetch(url + API_BASE + peopleRoutes.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ user: { email, password: PASSWORD } }),
  });
  if (answer.status !== 200) throw new Error(`The log-in was answered ${answer.status}`);
  await answer.arrayBuffer();
  return answer;
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
