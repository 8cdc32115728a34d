import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deliveryRoutes, TEST_MAILS_PER_HOUR } from '#contract/deliveries.ts';
import { MAILS_PER_HOUR } from '#contract/rules/mail-limits.ts';
import { DEFINITIONS } from '#newsletter/document/document.ts';
import { filesOf } from '#newsletter/document/traits.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { SmtpMail } from '#server/platform/mail/smtp.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, freshEmail, type TestPerson, type TestSchool } from '#test/factories.ts';
import { registerFiles } from '#test/files.ts';
import { mailOf, wordsOf } from '#test/newsletter-rendering.ts';
import { BLOCK_TYPES, OAKFIELD, sampleBlocks } from '#test/newsletter-samples.ts';
import { createNewsletter, heading, publishNewsletter, richText } from '#test/newsletters.ts';
import { type ReceivedMail, type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** The mails, parsed like in a mail program. */

const PUBLIC_URL = 'https://news.school.example';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const SENDER = {
  name: 'Inkwell',
  address: 'news@inkwell.example',
  dkim: {
    domain: 'inkwell.example',
    selector: 'ink',
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  },
};
const PICTURE = { name: 'image-1', type: 'image', value: { url: '/files/aaaa.jpg', alt: 'Baskets' } };

let sink: SmtpSink;
let mail: SmtpMail;
let test: TestApp;
let school: TestSchool;
beforeEach(async () => {
  sink = await startSmtpSink();
  mail = new SmtpMail(sink.url, SENDER);
  test = await buildTestApp({ PUBLIC_URL, MAIL_FROM: 'Inkwell <news@inkwell.example>' }, { mail });
  school = await createSchool(test);
});
afterEach(async () => {
  await test.close();
  await mail.close();
  await sink.close();
});

const code = [
  heading('Harvest'),
  PICTURE,
  richText('<p>Bring a <a href="https://hats.example">hat</a>.</p>'),
];

async function deliver(
  delivery: object = {},
  newsletter: object = { code },
): Promise<readonly ReceivedMail[]> {
  const { token } = school.owner;
  const { id, path } = await publishNewsletter(test, school.owner, { title: 'Autumn news', ...newsletter });
  const call = { token, params: { id }, body: { delivery } };
  (await test.call(deliveryRoutes.createDelivery, call)).ok();
  await test.jobs.settled();
  expect(path).toContain('/published/');
  return sink.received.filter(({ to }) => to.endsWith('@home.example'));
}

it('has two parts, the school as its sender, and everything required of a newsletter', async () => {
  await createSubscribers(test, school.id, 2);
  await registerFiles(test, school, [PICTURE.value.url]);
  const [first, second] = await deliver({ preview_text: 'Hats & boots' });
  const email = await first?.open();
  expect(email?.from).toMatchObject({ name: 'Elm Grove Primary', address: 'news@inkwell.example' });
  expect(email?.replyTo).toMatchObject([{ name: 'Elm Grove Primary', address: 'office@elmgrove.example' }]);
  expect(email?.subject).toBe('Autumn news');
  expect(first?.from).toBe('news@inkwell.example');
  const { html = '', text = '' } = email ?? {};
  for (const part of [html, text]) {
    expect(part).toContain(`${PUBLIC_URL}/published/autumn-news`);
    expect(part).toContain('You receive this because you are on the list of Elm Grove Primary.');
    expect(part).toMatch(/https:\/\/news\.school\.example\/unsubscribe\/[\w-]{64}(?![\w-])/);
    expect(part).not.toContain('unsubscribe-token-of-this-reader');
    expect(part).toContain('Harvest');
  }
  // The preview text comes first in the mail, for inboxes.
  expect(html).toMatch(/<body[^>]*><div style="display:none[^"]*">Hats &amp; boots/);
  expect(html.indexOf('Read it in your browser')).toBeLessThan(html.indexOf('Harvest'));
  const pictures = [...html.matchAll(/<img[^>]* src="([^"]*)"/g)].map((match) => match[1]);
  // No tracking pixel: only the newsletter's own picture, with its absolute address.
  expect(pictures).toEqual([`${PUBLIC_URL}/files/aaaa.jpg`]);
  expect(html).not.toMatch(/<script|<form|<iframe|<link/i);
  expect(text).toContain('hat (https://hats.example/)');
  const tokenOf = (mail?: ReceivedMail) => /unsubscribe\/([\w-]{64})/.exec(String(mail?.source))?.[1];
  expect(tokenOf(first)).not.toBe(tokenOf(second));
});

it('contains every block, and the tables that Outlook needs for columns', async () => {
  await createSubscribers(test, school.id, 1);
  await registerFiles(test, school, sampleBlocks().flatMap(filesOf));
  const [arrived] = await deliver({}, { code: sampleBlocks(), layout_type: 'two_columns_left' });
  const { html = '', text = '' } = (await arrived?.open()) ?? {};
  const words = wordsOf(html);
  const own = { name: 'Elm Grove Primary', email: 'office@elmgrove.example', phone: '020-7946-0000' };
  const today = dayIn('Europe/London', test.clock.now());
  const options = { school: { ...OAKFIELD, ...own, website: null }, today };
  const frame = new Set(wordsOf(mailOf([], options)).split(' '));
  // Blocks filled from the calendar are empty here; see `calendar.test.ts`.
  for (const type of BLOCK_TYPES.filter((each) => DEFINITIONS[each].traits.filling === null))
    for (const word of wordsOf(mailOf(sampleBlocks([type]), options)).split(' '))
      if (!frame.has(word)) expect(words, type).toContain(word);
  // Every conditional comment for Outlook is closed, and its table contains both columns.
  expect(html.match(/<!\[endif\]/g)).toHaveLength(html.match(/\[if [^\]]+\]/g)?.length ?? 0);
  const columns = [...html.matchAll(/<td\b[^>]*width:(\d+)px[^>]*>\s*<!\[endif\]-->/g)].map(
    (match) => match[1],
  );
  expect(new Set(columns).size).toBe(2);
  for (const line of text.split('\n'))
    expect(line).not.toMatch(/<\/?(a|b|br|div|em|p|span|strong|table|td)\b|&[a-z]+;|\bundefined\b|\bnull\b/);
  expect(text).not.toMatch(/\n{4}/);
});

it('has a signed one-click unsubscribe link', async () => {
  await createSubscribers(test, school.id, 1);
  const [arrived] = await deliver();
  const email = await arrived?.open();
  const header = (name: string) => email?.headers.find(({ key }) => key === name)?.value;
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/news\.school\.example\/unsubscribe\/[\w-]{64}>$/);
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(header('list-id')).toBe(`"Elm Grove Primary" <${school.id}.inkwell.example>`);
  expect(header('feedback-id')).toMatch(new RegExp(`^[0-9a-f-]{36}:${school.id}:newsletter:inkwell$`));
  const signed = /\bh=([^;]*);/
    .exec(header('dkim-signature') ?? '')?.[1]
    ?.toLowerCase()
    .split(/[:\s]+/);
  // Signed twice, so that nobody can add another one.
  for (const name of ['from', 'list-unsubscribe', 'list-unsubscribe-post', 'feedback-id'])
    expect(signed?.filter((each) => each === name)).toHaveLength(2);
});

it.each(['\r\nBcc: evil@else.example', '\nX-Evil: 1', '\u2028X-Evil: 1'])(
  'prevents header injection from a field: %j',
  async (evil) => {
    await createSubscribers(test, school.id, 1, { firstName: `Zoe${evil}`, lastName: evil });
    const [arrived] = await deliver({ subject: `Hello${evil}`, preview_text: `Hello${evil}` });
    const email = await arrived?.open();
    expect(email?.headers.map(({ key }) => key)).not.toContain('x-evil');
    expect(email?.bcc ?? []).toEqual([]);
    expect(email?.to).toMatchObject([{ address: 'parent-1@home.example' }]);
  },
);

it('is sent to oneself as a test, also of a draft, at most twenty times an hour', async () => {
  const editor = await createStaff(test, school.id, 'editor');
  const { id } = await createNewsletter(test, school.owner, { title: 'Draft', code });
  const ask = () =>
    test.call(deliveryRoutes.sendTestMail, {
      token: editor.token,
      params: { id },
      body: { delivery: { subject: 'Try' } },
    });
  expect((await ask()).status).toBe(202);
  await test.jobs.settled();
  const [arrived] = sink.received;
  const email = await arrived?.open();
  expect(arrived?.to).toBe(editor.email);
  expect(email?.subject).toBe('[Test] Try');
  expect(email?.html).toContain('Harvest');
  expect(email?.html).toContain(`${PUBLIC_URL}/unsubscribe/test`);
  const others = await Promise.all(Array.from({ length: TEST_MAILS_PER_HOUR }, ask));
  expect(others.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await ask()).headers['retry-after']).toBeDefined();
});

it('is sent as a test at most twenty times an hour to one mailbox, under any of its addresses', async () => {
  const { id } = await createNewsletter(test, school.owner, { title: 'Draft', code });
  const other = await createSchool(test);
  const { id: theirs } = await createNewsletter(test, other.owner, { title: 'Draft', code });
  const name = freshEmail().split('@', 1).join('');
  const one = await createStaff(test, school.id, 'editor', { email: `${name}@gmail.com` });
  const two = await createStaff(test, other.id, 'editor', { email: `${name}+two@gmail.com` });
  const asks = Array.from({ length: MAILS_PER_HOUR.test.mailbox }, (_, at) =>
    at % 2 === 0 ? askForTest(one, id) : askForTest(two, theirs),
  );
  expect(new Set((await Promise.all(asks)).map(({ status }) => status))).toEqual(new Set([202]));
  const refused = await askForTest(two, theirs);
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBeDefined();
  // Others are not affected.
  expect((await askForTest(other.owner, theirs)).status).toBe(202);
});

it('is sent as a test at most a hundred times an hour for a school', async () => {
  const { id } = await createNewsletter(test, school.owner, { title: 'Draft', code });
  const staff = await Promise.all(Array.from({ length: 6 }, () => createStaff(test, school.id, 'editor')));
  const asking = staff.map(async (person) => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 17; asked += 1) statuses.push((await askForTest(person, id)).status);
    return statuses;
  });
  const statuses = (await Promise.all(asking)).flat();
  expect(statuses.filter((status) => status === 202)).toHaveLength(MAILS_PER_HOUR.test.school);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
});

const askForTest = ({ token }: TestPerson, id: string) =>
  test.call(deliveryRoutes.sendTestMail, { token, params: { id }, body: { delivery: {} } });
