import { describe, expect, it } from 'vitest';
import { randomFrom } from '#test/random-texts.ts';
import { darkenedTextColours, paletteOf } from './branding.ts';
import { colour, contrast, inverse, mix, normaliseColour, readableOn, textOn } from './colour.ts';

it.each([
  ['#FFF', '#ffffff'],
  ['#1F5D45', '#1f5d45'],
  ['#aAbBcC', '#aabbcc'],
])('accepts %s as %s', (given, normal) => {
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
])('rejects %j', (given) => {
  expect(colour.safeParse(given).success).toBe(false);
  expect(normaliseColour(given)).toBeNull();
});

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#ffffff', '#34c3ee')).toBeCloseTo(contrast('#34c3ee', '#ffffff'), 10);
});

it('inverts and mixes colours', () => {
  expect(inverse('#34c3ee')).toBe('#cb3c11');
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
});

describe('for any colours', () => {
  const random = randomFrom(7);
  const any = () =>
    `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`;

  it('text gets a contrast of at least 4.5:1, and readable text is unchanged', () => {
    for (let round = 0; round < 2000; round += 1) {
      const [text, background] = [any(), any()];
      const readable = readableOn(text, background);
      expect(contrast(readable, background), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5);
      if (contrast(text, background) >= 4.5) expect(readable).toBe(text);
      expect(contrast(textOn(background), background)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("a school's palette is readable wherever it is used", () => {
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

it('darkens no more than necessary', () => {
  expect(contrast(readableOn('#f2b632', '#ffffff'), '#ffffff')).toBeLessThan(4.7);
  expect(readableOn('#1f5d45', '#ffffff')).toBe('#1f5d45');
});

it('uses fallback colours for a school without branding', () => {
  const palette = paletteOf({ primary_color: null, secondary_color: null });
  expect(palette.primary).toBe('#34c3ee');
  expect(palette.bar).toBe('#ffc408');
  expect(palette.footer).toEqual({ background: '#34c3ee', text: '#16243d' });
  expect(palette.link).toBe(readableOn('#cb3c11', '#ffffff'));
  expect(paletteOf({ primary_color: '#1f5d45', secondary_color: null }).bar).toBe('#1f5d45');
});

it('reports texts that are darker than the chosen colour', () => {
  expect(darkenedTextColours({ primary_color: '#1f5d45', secondary_color: null })).toEqual([]);
  expect(darkenedTextColours({ primary_color: null, secondary_color: null })).toEqual([]);
  const pale = darkenedTextColours({ primary_color: '#34C3EE', secondary_color: '#ffc408' });
  expect(pale.map(({ usage, chosen }) => [usage, chosen])).toEqual([
    ['Headings', '#34c3ee'],
    ['Links', '#ffc408'],
  ]);
  for (const { used } of pale) expect(contrast(used, '#ffffff')).toBeGreaterThanOrEqual(4.5);
});
