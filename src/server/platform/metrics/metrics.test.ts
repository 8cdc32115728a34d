import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { MailNotSent } from '#server/platform/mail/failure.ts';
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
  it('is for who has the token', async () => {
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

it.each(['alerts.yml', 'dashboard.json'])('has every number that %s shows', async (file) => {
  const rules = await readFile(new URL(`../../../../docs/running/${file}`, import.meta.url), 'utf8');
  const { body } = await read(`Bearer ${TOKEN}`);
  const watched = [...new Set(rules.match(/\b(?:inkwell|process|nodejs)_\w+/g))];
  expect(watched.length).toBeGreaterThan(4);
  for (const name of watched) expect(body).toContain(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `);
});

describe('measured ports', () => {
  const metrics = new Metrics();
  const shown = () => metrics.text(test.context.database);

  it('tell what became of mails, and who receives them', async () => {
    const failure = {
      blame: 'address',
      permanent: true,
      trouble: null,
      response: '',
      where: 'RCPT TO 550',
    } as const;
    const mail = measuredMail(
      {
        ...test.context.mail,
        send: async ({ to }) => {
          if (to.address.startsWith('gone')) throw new MailNotSent(failure);
        },
      },
      metrics,
    );
    const to = (address: string) => ({ to: { name: '', address }, subject: '', html: '', text: '' });
    await mail.send(to('amira@gmail.com'));
    await expect(mail.send(to('gone@school.example'))).rejects.toThrow(MailNotSent);
    const text = await shown();
    expect(text).toContain('inkwell_mail_duration_seconds_count{outcome="ok",receiver="google"} 1');
    expect(text).toContain('{outcome="refused_for_address",receiver="other"} 1');
    expect(text).not.toContain('amira');
  });

  it('tell how renders and jobs end', async () => {
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
