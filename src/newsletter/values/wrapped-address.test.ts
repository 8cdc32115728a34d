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
  'https://urldefense.com/v3/__https://example.org/a*b__;JQ!!abc!def$',
  'https://urldefense.proofpoint.com/v2/url?u=-ZZ',
])('leaves %s as it is', (address) => {
  expect(unwrappedAddress(address)).toBe(address);
});

it('takes them off within words', () => {
  expect(unwrappedWords(`Form: ${safeLink(TRIP)} (by Friday)`)).toBe(`Form: ${TRIP} (by Friday)`);
});
