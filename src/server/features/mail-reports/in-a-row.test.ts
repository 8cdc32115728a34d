import { expect, it } from 'vitest';
import type { MailReport } from '#contract/mail/bounces.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { comesBackInARow } from './in-a-row.ts';

const now = new Date('2026-11-27T15:00:00Z');
const REPORTS: Readonly<Record<string, MailReport | null>> = {
  s: 'soft',
  f: 'full',
  b: 'blocked',
  c: 'complaint',
  '.': null,
};

// One mail a week, the newest first; `!` is one sent an hour ago.
it.each([
  ['sssss', true],
  ['ssss', false],
  ['ssssss', true],
  ['ss.sss', false],
  ['.sssss', false],
  ['!sssss', true],
  ['!!sssss', true],
  ['!ssss', false],
  ['sfsbsss', true],
  ['ffffffff', false],
  ['sscsss', false],
  ['', false],
])('%s: %s', (mails, expected) => {
  const tried = [...mails].map((mail, at) => ({
    report: REPORTS[mail] ?? null,
    triedAt: new Date(now.getTime() - (mail === '!' ? DAY_MS / 24 : (at + 1) * 7 * DAY_MS)),
  }));
  expect(comesBackInARow(tried, now)).toBe(expected);
});
