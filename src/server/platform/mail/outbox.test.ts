import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { systemClock } from '#server/platform/clock.ts';
import { Outbox } from './outbox.ts';

it('forgets also the mails that a killed process was writing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-outbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const outbox = new Outbox(folder, { name: 'Inkwell', address: 'no-reply@school.example' }, systemClock);
  const mail = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
  await outbox.send({ ...mail, to: { name: '', address: 'gone@home.example' } });
  const [name = ''] = await outbox.list();
  await rm(join(folder, `${name}.eml`));
  await outbox.send({ ...mail, to: { name: '', address: 'kept@home.example' } });
  const [old, now] = ['0a1b2c.eml.part', '3d4e5f.eml.part'];
  for (const part of [old, now]) await writeFile(join(folder, part), 'To: gone@home.example');
  const before = new Date(Date.now() - 2 * HOUR_MS);
  await utimes(join(folder, old), before, before);
  await outbox.forget(['Gone@home.example']);
  const [left = ''] = await outbox.list();
  expect((await outbox.read(left))?.to.address).toBe('kept@home.example');
  // Another process may be writing the newer one.
  expect((await readdir(folder)).toSorted()).toEqual([`${left}.eml`, `${left}.json`, now].toSorted());
});
