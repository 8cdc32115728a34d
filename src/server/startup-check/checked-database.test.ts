import { randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migratedInstallation, seedFiles, type TestInstallation } from '#test/seed.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { checkHere, READY } from '#test/startup-check.ts';

/** The check's findings about the database and the files that belong to it. */

let sink: SmtpSink;
let place: TestInstallation;
beforeEach(async () => {
  sink = await startSmtpSink();
  place = await migratedInstallation();
});
afterEach(async () => {
  await sink.close();
  await place.remove();
});

const ready = () => ({ ...READY, SMTP_URL: sink.url.replace('//', '//ink:s3cret@'), ...place.environment });

it('looks at the database and at whose files there are, without changing either', async () => {
  await seedFiles(place, 1);
  const isEmbedded = place.environment.DATABASE_URL === undefined;
  const before = (await checkHere(ready())).line('DATABASE_URL');
  if (isEmbedded)
    expect(before).toMatch(
      /^note .*is not set: the database is embedded, for one school or some dozens\. Set it to .* for more, or for several processes or machines\.$/m,
    );
  else expect(before).toMatch(/^ok .*PostgreSQL \d+, with the role app_tenant and [1-9]\d* policies\.$/);
  if (!isEmbedded) {
    // More than any test server has, unless a pooler keeps most of them.
    const many = { ...ready(), PROCESSES: '64', DATABASE_CONNECTIONS: '200' };
    const needed = (await checkHere(many)).line('Connections');
    expect(needed).toMatch(
      /^wrong .*gives \d+ connections, and 64 processes .*up to 12928\. Raise its max_connections/,
    );
    const same = { ...ready(), DATABASE_READ_URL: place.environment.DATABASE_URL ?? '' };
    expect((await checkHere(same)).line('DATABASE_READ_URL')).toMatch(/^wrong .*is no replica/);
    const direct = { ...many, PROCESSES: '2', DATABASE_DIRECT_URL: place.environment.DATABASE_URL ?? '' };
    expect((await checkHere(direct)).line('Connections')).toMatch(/^ok .*need up to 4\.$/);
  }
  await writeFile(join(place.folder, 'files', 'installation-id'), `${randomUUID()}\n`);
  const { isReady, line } = await checkHere(ready());
  // With the embedded database in the same folder, the start itself checks this.
  expect(isReady).toBe(isEmbedded);
  expect(line('Files')).toMatch(isEmbedded ? /^ok / : /^wrong /);
});

it('counts the files that a restored database knows and the folder has not, and changes nothing', async () => {
  const files = join(place.folder, 'files');
  const keys = await seedFiles(place, 3);
  expect((await checkHere(ready())).line('Files')).toMatch(/^ok .*3 of 3 /);
  await rm(join(files, keys[0] ?? ''));
  const some = await checkHere(ready());
  expect([some.isReady, some.line('Files')]).toEqual([
    false,
    `wrong  Files             1 of 3 files are missing in ${files}. Bring the rest of the backup.`,
  ]);
  for (const key of keys.slice(1)) await rm(join(files, key));
  const all = await checkHere(ready());
  expect([all.isReady, all.line('Files')]).toEqual([false, some.line('Files').replace('1 of 3', '3 of 3')]);
  expect(await readdir(files)).toEqual(['installation-id']);
});
