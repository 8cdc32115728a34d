import { expect, it } from 'vitest';
import { sentFileName } from './sent-file-name.ts';

it.each([
  ['Autumn %22lunch%22 menu.pdf', 'Autumn "lunch" menu.pdf'],
  ['two%0D%0Alines.pdf', 'two lines.pdf'],
  ['100%25 %E2.pdf', '100%25 %E2.pdf'],
])('reads %s as %s', (sent, name) => {
  expect(sentFileName(sent)).toBe(name);
});
