import { describe, expect, it } from 'vitest';
import { randomFrom } from '#test/random-texts.ts';
import { darkenedWords, paletteOf } from './branding.ts';
import { colour, contrast, inverse, mix, normaliseColour, readableOn, textOn } from './colour.ts';

it.each([
  ['#FFF', '#ffffff'],
  ['#1F5D45', '#1f5d45'],
  ['#aAbBcC', '#aabbcc'],
])('takes %s as %s', (given, normal) => {
  expect(colour.parse(given)).toBe(normal);
  expect(normaliseColour(given)).toBe(normal);
});

it.each([
  '',
  'red',
  '#ffff',
  '#12345',
  '#1234567',
  '#ffffff80',
  ' #ffffff',
  '#ffffff\n',
  '#ggg',
  'rgb(0,0,0)',
  '#fff;x',
  'ffffff',
  '＃ffffff',
])('refuses %j', (given) => {
  expect(colour.safeParse(given).success).toBe(false);
  expect(normaliseColour(given)).toBeNull();
});

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#ffffff', '#34c3ee')).toBeCloseTo(contrast('#34c3ee', '#ffffff'), 10);
});

it('turns and mixes colours', () => {
  expect(inverse('#34c3ee')).toBe('#cb3c11');
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
});

describe('whatever the colours', () => {
  const random = randomFrom(7);
  const any = () =>
    `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`;

  it('text comes out at 4.5:1 or better, and what is readable stays as it is', () => {
    for (let round = 0; round < 2000; round += 1) {
      const [text, background] = [any(), any()];
      const readable = readableOn(text, background);
      expect(contrast(readable, background), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5);
      if (contrast(text, background) >= 4.5) expect(readable).toBe(text);
      expect(contrast(textOn(background), background)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("a school's palette is readable wherever its colours stand", () => {
    for (let round = 0; round < 2000; round += 1) {
      const palette = paletteOf({ primary_color: any(), secondary_color: round % 2 ? any() : null });
      expect(contrast(palette.heading, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette.heading, palette.tint)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette.link, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast('#ffffff', palette.badge)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette.button.text, palette.button.background)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette.footer.text, palette.footer.background)).toBeGreaterThanOrEqual(4.5);
      expect(contrast('#55605f', palette.surround)).toBeGreaterThanOrEqual(4.5);
      expect(contrast('#55605f', palette.tint)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette.link, palette.surround)).toBeGreaterThanOrEqual(3.5);
    }
  });
});

it('darkens only as far as it must, and keeps the hue', () => {
  expect(contrast(readableOn('#f2b632', '#ffffff'), '#ffffff')).toBeLessThan(4.7);
  expect(readableOn('#1f5d45', '#ffffff')).toBe('#1f5d45');
});

it('falls back as the product says', () => {
  const palette = paletteOf({ primary_color: null, secondary_color: null });
  expect(palette.primary).toBe('#34c3ee');
  expect(palette.bar).toBe('#ffc408');
  expect(palette.footer).toEqual({ background: '#34c3ee', text: '#16243d' });
  expect(palette.link).toBe(readableOn('#cb3c11', '#ffffff'));
  expect(paletteOf({ primary_color: '#1f5d45', secondary_color: null }).bar).toBe('#1f5d45');
});

it('says which words are darker than the colour that was chosen for them', () => {
  expect(darkenedWords({ primary_color: '#1f5d45', secondary_color: null })).toEqual([]);
  expect(darkenedWords({ primary_color: null, secondary_color: null })).toEqual([]);
  const pale = darkenedWords({ primary_color: '#34C3EE', secondary_color: '#ffc408' });
  expect(pale.map(({ words, chosen }) => [words, chosen])).toEqual([
    ['Headings', '#34c3ee'],
    ['Links', '#ffc408'],
  ]);
  for (const { used } of pale) expect(contrast(used, '#ffffff')).toBeGreaterThanOrEqual(4.5);
});
