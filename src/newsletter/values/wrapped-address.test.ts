import { expect, it } from 'vitest';
import { unwrappedAddress, unwrappedWords } from './wrapped-address.ts';

const TRIP = 'https://example.org/trip?class=4&day=2';
const encoded = encodeURIComponent(TRIP);
const safeLink = (url: string) =>
  `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05%7C02%7Chead%40school.test&reserved=0`;

it.each([
  ['Outlook', safeLink(TRIP)],
  [
    'Teams',
    `https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=${encoded}&locale=en`,
  ],
  ['Google', `https://www.google.com/url?q=${encoded}&sa=D&source=docs&ust=1&usg=x`],
  ['a search at Google', `https://www.google.co.uk/url?sa=t&url=${encoded}`],
  ['Facebook', `https://l.facebook.com/l.php?u=${encoded}&h=x`],
  ['YouTube', `https://www.youtube.com/redirect?event=x&q=${encoded}`],
  ['Proofpoint, version 1', `https://urldefense.proofpoint.com/v1/url?u=${encoded}&k=x`],
  [
    'Proofpoint, version 2',
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__example.org_trip-3Fclass-3D4-26day-3D2&d=x&c=y',
  ],
  [
    'Proofpoint, version 3',
    'https://urldefense.com/v3/__https://example.org/trip?class=4&day=2__;!!abc!def$',
  ],
  ['Barracuda', `https://linkprotect.cudasvc.com/url?a=${encoded}&c=E,1,x`],
  ['one in another', safeLink(safeLink(TRIP))],
])('takes the wrapper of %s off', (_, wrapped) => {
  expect(unwrappedAddress(wrapped)).toBe(TRIP);
});

it.each([
  TRIP,
  'mailto:office@school.test',
  '/files/a/b.pdf',
  'https://www.google.com/maps?q=https://example.org',
  'https://docs.google.com/url?q=https://example.org',
  'https://www.google.com/url?q=javascript:alert(1)',
  'https://eur01.safelinks.protection.outlook.com/?data=05',
  'https://safelinks.protection.outlook.com.evil.example/?url=https%3A%2F%2Fexample.org',
  // The list is too short.
  'https://urldefense.com/v3/__https://example.org/a*b**Ac__;JQ!!abc!def$',
  'https://urldefense.com/v3/__https://example.org/a__;_w!!abc!def$',
  'https://urldefense.proofpoint.com/v2/url?u=-ZZ',
])('leaves %s as it is', (address) => {
  expect(unwrappedAddress(address)).toBe(address);
});

it.each([
  [
    'https://urldefense.com/v3/__https://google.com:443/search?q=a*test&gs=ps__;Kw!-612Flbf0JvQ3kNJkRi5Jg!Ue6t$',
    'https://google.com/search?q=a+test&gs=ps',
  ],
  ['https://urldefense.us/v3/__https:/example.org/a**Bb*c__;JSUlfg!!abc!def$', 'https://example.org/a%%%b~c'],
  [
    'https://urldefense.com/v3/__https://example.org/caf*?x=*20y__;w6kl!!abc!def$',
    'https://example.org/caf%C3%A9?x=%20y',
  ],
  [
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__example.org_a-2Ab-3Fx-3D1-26amp-3By-3D2-5F3&d=x',
    'https://example.org/a*b?x=1&y=2_3',
  ],
])('puts the signs back that Proofpoint lists elsewhere: %s', (wrapped, wanted) => {
  expect(unwrappedAddress(wrapped)).toBe(wanted);
});

it('takes them off within words', () => {
  expect(unwrappedWords(`Form: ${safeLink(TRIP)} (by Friday)`)).toBe(`Form: ${TRIP} (by Friday)`);
});
