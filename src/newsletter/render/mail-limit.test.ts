import { expect, it } from 'vitest';
import { longMail } from './mail-limit.ts';

it('words the warning about Gmail’s limit', () => {
  expect(longMail(90_000)).toBe(
    'This mail has 88 KB, and Gmail cuts mails off at 102 KB. Shorten a text, or make two newsletters of it.',
  );
  expect(longMail(104_449)).toContain(
    'This mail has 103 KB. Gmail cuts it off at 102 KB and hides the rest.',
  );
});
