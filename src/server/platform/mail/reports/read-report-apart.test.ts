import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readReportApart } from './read-report-apart.ts';

/** Threat 38: a mail from anybody to the address of reports holds up nobody. */

it('lets other work go on while it reads a mail of boundaries', async () => {
  const head = 'Subject: Undelivered\r\nContent-Type: multipart/report; boundary=a\r\n\r\n';
  let isRead = false;
  let turns = 0;
  const reading = readReportApart(Buffer.from(head + '--a\r\n\r\n'.repeat(15_000))).finally(() => {
    isRead = true;
  });
  while (!isRead) {
    await turn();
    turns += 1;
  }
  expect(await reading).toBeNull();
  expect(turns).toBeGreaterThan(100);
});
