import { expect, it } from 'vitest';
import { email, FIELD_MESSAGES } from './fields.ts';

it.each([
  ['Ada.King@Example.ORG', 'ada.king@example.org'],
  [' ada@example.org; ', 'ada@example.org'],
  ['ada@example.org.', 'ada@example.org'],
  ['a\u200Bda@example.org', 'ada@example.org'],
  ['r&d@example.org', 'r&d@example.org'],
  ['x/y@example.org', 'x/y@example.org'],
  ['info@schäfer.example', 'info@xn--schfer-dua.example'],
  ['info@SCHÄFER.example', 'info@xn--schfer-dua.example'],
  ['a@почта.рф', 'a@xn--80a1acny.xn--p1ai'],
  ['a@xn--e1afmkfd.xn--p1ai', 'a@xn--e1afmkfd.xn--p1ai'],
])('takes %j', (typed, stored) => {
  expect(email.parse(typed)).toBe(stored);
});

it.each([
  ['ünï@example.org', FIELD_MESSAGES.emailLocal],
  ['ada', FIELD_MESSAGES.email],
  ['dotted..double@example.org', FIELD_MESSAGES.email],
  ['ada@localhost', FIELD_MESSAGES.email],
  ['ada@[192.0.2.1]', FIELD_MESSAGES.email],
  ['ada@exa mple.org', FIELD_MESSAGES.email],
  ['a@b@schäfer.example', FIELD_MESSAGES.email],
  ['ada@schäfer.example/x', FIELD_MESSAGES.email],
  ['ada@example.org\nbcc:x@example.org', FIELD_MESSAGES.email],
  [`${'a'.repeat(200)}@example.org`, FIELD_MESSAGES.limit],
])('refuses %j with the reason', (typed, message) => {
  expect(email.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
