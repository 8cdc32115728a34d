import { describe, expect, it } from 'vitest';
import {
  completeWebAddress,
  fileAddress,
  fileUrl,
  isOwnFile,
  linkAddress,
  secureUrl,
  webAddress,
} from './url.ts';

const GOOD = [
  'http://example.org',
  'https://example.org/a?b=c#d',
  'HTTPS://EXAMPLE.ORG/',
  'http://userid:password@example.org:8080/',
  'http://142.42.1.1:8080/',
  'http://[2001:db8::1]/',
  'http://localhost:3000/x',
  'http://☺.damowmow.com/',
  'https://пример.example/ü',
  'http://code.google.com/events/#&product=browser',
  "https://example.org/-.~_!$&'()*+,;=:%40/",
  'https://example.org/a b',
] as const;
const BAD = [
  '',
  ' ',
  'example.org',
  'www.example.org',
  '//example.org',
  '///a',
  '/x',
  'http://',
  'http://.',
  'http://..',
  'http://../',
  'http://?',
  'http://#',
  'http:///a',
  'http:/example.org',
  'http:example.org',
  'http:\\\\example.org',
  'http://a..b',
  'http:// example.org',
  'http://exa mple.org',
  'http://[::1',
  'http://example.org:99999',
  'http://%',
  'java\nscript:alert(1)',
  'javascript:alert(1)',
  'JAVASCRIPT://example.org/%0aalert(1)',
  'vbscript:x',
  'data:text/html,x',
  'blob:https://example.org/x',
  'file:///etc/passwd',
  'ftp://example.org',
  'ftps://example.org',
  'rdar://1234',
  'view-source:https://example.org',
  'https://exam\tple.org',
  'https://example.org/\nx',
  'https://example.org/\u0000',
  'https://example.org/\u2028x',
  `https://example.org/${'x'.repeat(2000)}`,
] as const;

it.each(GOOD)('accepts %j', (address) => {
  const normal = webAddress(address);
  expect(normal).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
  expect(webAddress(normal ?? '')).toBe(normal);
  expect(fileUrl.safeParse(address).success).toBe(true);
  expect(secureUrl.safeParse(address).success).toBe(/^https:/i.test(address));
});

it.each(BAD)('rejects %j', (address) => {
  expect(webAddress(address)).toBeNull();
  expect(fileAddress(address, 'https://school.test')).toBeNull();
  expect(linkAddress(address)).toBeNull();
  // The schemas complete what is typed without https://, see typed-address.test.ts.
  const isCompleted = completeWebAddress(address) !== address;
  expect(fileUrl.safeParse(address).success).toBe(isCompleted);
  expect(secureUrl.safeParse(address).success).toBe(isCompleted);
});

it.each([
  ['http://user:pw@evil.example/', 'http://evil.example/'],
  ['https://www.bank.example@evil.example/a?b#c', 'https://evil.example/a?b#c'],
  ['https://:pw@evil.example/', 'https://evil.example/'],
])('removes name and password from %j', (given, address) => {
  expect(webAddress(given)).toBe(address);
  expect(linkAddress(given)).toBe(address);
  expect(fileAddress(given, 'https://school.test')).toBe(address);
});

describe('links in text', () => {
  it.each([
    ['mailto:a@b.example?bcc=x@y.example%0d%0aSubject:hi', 'mailto:a@b.example'],
    ['mailto:a@b.example?BCC=x@y.example&Subject=Trip%20money', 'mailto:a@b.example?Subject=Trip%20money'],
    ['mailto:a@b.example?subject=x%0D%0ABcc:y@z.example&cc=c@d.example', 'mailto:a@b.example?cc=c@d.example'],
    ['mailto:a@b.example?body=One%0D%0ATwo&body=%00&x-mailer=y', 'mailto:a@b.example?body=One%0D%0ATwo'],
    ['mailto:a@b.example?subject=%E0', 'mailto:a@b.example'],
    ['mailto:office@example.org', 'mailto:office@example.org'],
    ['tel:+441632960148', 'tel:+441632960148'],
    ['  https://example.org', 'https://example.org/'],
  ])('accept %j', (given, normal) => {
    expect(linkAddress(given)).toBe(normal);
  });
  it.each([
    'mailto:a@b.example%0d%0aBcc:x@y.example',
    'mailto:?bcc=x@y.example',
    'mailto:',
    'tel: ',
    'sms:1',
    'callto:x',
    '#top',
    'mailto',
  ])('reject %j', (given) => {
    expect(linkAddress(given)).toBeNull();
  });
});

describe('paths of uploaded files', () => {
  it.each(['/files/a', '/files/2f/Photo_1.webp'])('are %s', (path) => {
    expect(isOwnFile(path)).toBe(true);
    expect(fileAddress(path, 'https://school.test')).toBe(`https://school.test${path}`);
    expect(fileUrl.safeParse(path).success).toBe(true);
    expect(secureUrl.safeParse(path).success).toBe(true);
    expect(linkAddress(path)).toBe(path);
  });
  it.each([
    '/files/',
    '/files/../x',
    '/files/a/..',
    '/files/%2e%2e/x',
    '/files//x"',
    '/filesx/a',
    '/api/v1',
    '/files/a b',
    '/files/a?b',
    '/files/a\nb',
    'files/a',
  ])('are not %j', (path) => {
    expect(isOwnFile(path)).toBe(false);
    expect(linkAddress(path)).toBeNull();
    expect(secureUrl.safeParse(path).success).toBe(false);
    expect(fileUrl.safeParse(path).success).toBe(false);
  });
});
