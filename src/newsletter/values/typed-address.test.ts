import { expect, it } from 'vitest';
import { completeLink, completeWebAddress, fileUrl, isOwnFile, linkAddress, secureUrl } from './url.ts';

it.each([
  ['example.org', 'https://example.org'],
  [' www.example.org/a?b=c#d ', 'https://www.example.org/a?b=c#d'],
  ['Example.org/A b', 'https://Example.org/A b'],
  ['example.org:8080/x', 'https://example.org:8080/x'],
  ['example.org?x', 'https://example.org?x'],
  ['пример.example/ü', 'https://пример.example/ü'],
  ['school.xn--p1ai', 'https://school.xn--p1ai'],
  ['my-school.sch.uk', 'https://my-school.sch.uk'],
])('completes %j', (typed, completed) => {
  expect(completeWebAddress(typed)).toBe(completed);
  expect(completeLink(typed)).toBe(completed);
  expect(secureUrl.parse(typed)).toBe(completed);
  expect(fileUrl.parse(typed)).toBe(completed);
  expect(completeWebAddress(completed)).toBe(completed);
});

it.each([
  'https://example.org',
  'http://example.org',
  'javascript:alert(1)',
  'javascript:example.org',
  'javascript://example.org/%0aalert(1)',
  'java\nscript.example:alert(1)',
  'data:text/html,x.org',
  'vbscript:a.b',
  'file:///etc/passwd',
  'ftp://example.org',
  '//example.org',
  '/files/a.pdf',
  '../a.html',
  '#top',
  'user@example.org',
  'user:pw@example.org',
  'www.bank.example@evil.example',
  'example.org\\@evil.example',
  'exam ple.org',
  'example.org\nx',
  'example.org/\u0000',
  'example.org:99999',
  'example.org:alert(1)',
  'a..b.org',
  '.example.org',
  '-a.org',
  'localhost:3000',
  'example',
  '3.50',
  '1.2.3.4',
  '',
  ' ',
])('leaves %j as it is', (typed) => {
  expect(completeWebAddress(typed)).toBe(typed);
  if (typed !== 'https://example.org' && !isOwnFile(typed))
    expect(secureUrl.safeParse(typed).success).toBe(false);
});

it.each([
  ['office@school.example', 'mailto:office@school.example'],
  [' Office@school.example ', 'mailto:Office@school.example'],
  ['01632 960148', 'tel:01632960148'],
  ['+44 (0)1632 960-148', 'tel:+441632960148'],
])('makes a link of %j', (typed, link) => {
  expect(completeLink(typed)).toBe(link);
  expect(linkAddress(completeLink(typed))).not.toBeNull();
});

it.each([
  'a@b.example%0d%0aBcc:x@y.example',
  'a@b.example?bcc=x@y.example',
  'a@b@c.example',
  'mailto:a@b.example',
  'tel:01632',
  '2026',
  '12-11-2026 or so',
])('makes no other link of %j', (typed) => {
  expect(completeLink(typed)).toBe(typed);
});

it.each(['https://user:pw@example.org/a', ' HTTPS://user:p@w@example.org/a', 'https://user@example.org/a'])(
  'takes user name and password out of %j',
  (typed) => {
    for (const schema of [secureUrl, fileUrl])
      expect(schema.parse(typed)).toMatch(/^https:\/\/example\.org\/a$/i);
    expect(linkAddress(typed)).toBe('https://example.org/a');
  },
);
