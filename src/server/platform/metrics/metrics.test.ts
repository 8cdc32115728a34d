import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { noteBackup } from '#server/platform/last-backup.ts';
import { FOR_OPERATOR, MailNotSent } from '#server/platform/mail/failure.ts';
import { receiverOf } from '#server/platform/mail/receivers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool } from '#test/factories.ts';
import { createNewsletter, publish } from '#test/newsletters.ts';
import { measuredJobs, measuredMail, measuredRenderer } from './measured-ports.ts';
import { Metrics } from './metrics.ts';

const TOKEN = 'a-token-of-the-operator';
let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ METRICS_TOKEN: TOKEN });
});
afterAll(() => test.close());

const read = (authorization?: string) =>
  test.app.inject({ url: '/metrics', headers: { ...(authorization && { authorization }) } });

describe('/metrics', () => {
  it('is for callers with the token', async () => {
    for (const wrong of [undefined, 'Bearer', 'Bearer wrong', `Bearer ${TOKEN}x`]) {
      const { statusCode, body } = await read(wrong);
      expect(statusCode).toBe(401);
      expect(body).not.toContain('inkwell_');
    }
    expect((await read(`Bearer ${TOKEN}`)).statusCode).toBe(200);
  });

  it('does not exist without a token', async () => {
    const without = await buildTestApp();
    expect((await without.app.inject({ url: '/metrics' })).statusCode).toBe(404);
    await without.close();
  });

  it('counts calls by route, never by what is in their address', async () => {
    const { owner } = await createSchool(test);
    const { id } = await createNewsletter(test, owner);
    const one = { token: owner.token, params: { id } };
    (await test.call(newsletterRoutes.getNewsletter, one)).ok();
    (await test.call(newsletterRoutes.getNewsletter, { ...one, token: 'x' })).error();
    await test.app.inject({ url: '/nothing/like/that' });
    const { body, headers } = await read(`Bearer ${TOKEN}`);
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(body).toContain(
      'inkwell_http_request_duration_seconds_count{method="GET",route="/api/v1/news_letters/:id",status="200"} 1',
    );
    expect(body).toContain('route="/api/v1/news_letters/:id",status="401"} 1');
    expect(body).not.toContain(id);
    expect(body).not.toContain('nothing/like');
    expect(body).toContain('inkwell_database_up 1');
    expect(body).toContain('process_resident_memory_bytes');
  });

  it('counts public pages that come from memory', async () => {
    const { owner } = await createSchool(test);
    const { slug } = await publish(test, owner, (await createNewsletter(test, owner)).id);
    const page = new URL(`/published/${slug}`, await test.listen());
    await (await fetch(page)).text();
    await (await fetch(page)).text();
    expect((await read(`Bearer ${TOKEN}`)).body).toContain('inkwell_cached_pages_total 1');
  });
});

it('says which sendings have stopped, how long a family waits, what room is left, and when the last backup was', async () => {
  const { database, config } = test.context;
  const { id: schoolId } = await createSchool(test);
  const words = { schoolId, subject: 'Autumn', previewText: '', replyTo: 'o@s.example', fromName: 'Elm' };
  const hours = (count: number) => new Date(test.clock.now().getTime() + count * HOUR_MS);
  const rows = [
    {
      status: 'paused',
      trouble: `The mail server takes our newsletters for spam. ${FOR_OPERATOR}. It says: 5.7.1`,
    },
    { status: 'paused', trouble: 'The mail server takes our newsletters for spam', troubleFor: 'operator' },
    {
      status: 'paused',
      trouble: `A newsletter named ‘${FOR_OPERATOR}’ is not published`,
      troubleFor: 'school',
    },
    { status: 'paused', trouble: 'Your plan has ended, so it waits for one' },
    { status: 'paused' },
    { status: 'sending', heldUntil: hours(1), outages: 1 },
    { status: 'sending', heldUntil: hours(1) },
    { status: 'scheduled', sendAt: hours(-2) },
    { status: 'done' },
  ] as const;
  expect((await read(`Bearer ${TOKEN}`)).body).not.toContain('inkwell_last_backup_timestamp_seconds{');
  for (const [month, row] of rows.entries())
    await database
      .orm()
      .insert(deliveries)
      .values({ ...words, ...row, digestMonth: `2026-0${month + 1}` });
  await noteBackup(config.dataDir, new Date(1_790_000_000_000));
  const { body } = await read(`Bearer ${TOKEN}`);
  const counts = { refused: 2, stopped: 2, paused: 1, held: 1, next_day: 1, sending: 0, scheduled: 1 };
  for (const [state, count] of Object.entries(counts))
    expect(body).toContain(`inkwell_deliveries{state="${state}"} ${count}`);
  expect(body).toMatch(/inkwell_info\{version="\d+\.\d+\.\d+"\} 1/);
  expect(body).toContain('inkwell_overdue_seconds 7200');
  expect(body).toMatch(/inkwell_disk_free_bytes \d+/);
  expect(body).toContain('inkwell_last_backup_timestamp_seconds{by="operator"} 1790000000');
});

it.each(['alerts.yml', 'dashboard.json'])('has every number that %s shows', async (file) => {
  const rules = await readFile(new URL(`../../../../docs/running/${file}`, import.meta.url), 'utf8');
  const { body } = await read(`Bearer ${TOKEN}`);
  const watched = [...new Set(rules.match(/\b(?:inkwell|process|nodejs)_\w+/g))];
  expect(watched.length).toBeGreaterThan(4);
  for (const name of watched) expect(body).toContain(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `);
});

describe('measured ports', () => {
  let metrics: Metrics;
  beforeAll(() => {
    metrics = new Metrics(test.context.config.dataDir);
  });
  const shown = () => metrics.text(test.context.database, test.clock.now());

  it('say what became of mails, and who receives them', async () => {
    const noted: unknown[] = [];
    const failure = {
      blame: 'address',
      permanent: true,
      trouble: null,
      response: '550 5.1.1 <gone@school.example> unknown',
      where: 'RCPT TO 550',
    } as const;
    const mail = measuredMail(
      {
        ...test.context.mail,
        send: async ({ to }) => {
          if (to.address.startsWith('gone')) throw new MailNotSent(failure);
          return `250 2.0.0 Ok: queued for ${to.address}`;
        },
      },
      metrics,
      (about) => noted.push(about),
    );
    const to = (address: string) => ({ to: { name: '', address }, subject: '', html: '', text: '' });
    await mail.send({ ...to('amira@gmail.com'), about: { delivery: 'd', recipient: 7 } });
    await expect(mail.send(to('gone@school.example'))).rejects.toThrow(MailNotSent);
    expect(noted).toEqual([
      { queue: '', delivery: 'd', recipient: 7, outcome: 'ok', said: '250 2.0.0 Ok: queued for …' },
      { queue: '', outcome: 'refused_for_address', said: '550 5.1.1 <…> unknown' },
    ]);
    const text = await shown();
    expect(text).toContain('inkwell_mail_duration_seconds_count{outcome="ok",receiver="google"} 1');
    expect(text).toContain('{outcome="refused_for_address",receiver="other"} 1');
    expect(text).not.toContain('amira');
  });

  it('say how renders and jobs end', async () => {
    const renderer = measuredRenderer(
      { render: async (mjml) => (mjml === '' ? Promise.reject(new Error('no')) : mjml) },
      metrics,
    );
    expect(await renderer.render('x')).toBe('x');
    await expect(renderer.render('')).rejects.toThrow('no');
    const text = await shown();
    expect(text).toContain('inkwell_render_duration_seconds_count{outcome="ok"} 1');
    expect(text).toContain('inkwell_render_duration_seconds_count{outcome="failed"} 1');
    expect(measuredJobs(test.jobs, metrics)).toBeDefined();
  });
});

it.each([
  ['a@GMAIL.com', 'google'],
  ['a@hotmail.co.uk', 'microsoft'],
  ['a@yahoo.co.uk', 'yahoo'],
  ['a@icloud.com', 'apple'],
  ['a@notgmail.com', 'other'],
])('%s is received by %s', (address, receiver) => {
  expect(receiverOf(address)).toBe(receiver);
});
