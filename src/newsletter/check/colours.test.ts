import { expect, it } from 'vitest';
import { coloursOf } from '#newsletter/document/traits.ts';
import { paletteOf } from '#newsletter/values/branding.ts';
import { contrast, MIN_CONTRAST, WHITE } from '#newsletter/values/colour.ts';
import { randomFrom } from '#test/random-texts.ts';
import { findingsOf, fixedValue, sample } from '#test/support/newsletter/check-samples.ts';

const box = (color: string, background: string) =>
  sample('boxed_text', { html: '<p>Read me</p>', color, background, word_break: 'break-word' });

it('finds unreadable text in a box and makes it just readable in the same hue', () => {
  const [finding] = findingsOf('contrast', [box('#ffc408', '#ffffff')]);
  expect(finding).toMatchObject({ severity: 'error', path: 'color' });
  expect(finding?.message).toContain('1.5');
  expect(finding?.fix?.label).toBe('Make the words darker');
  const fixed = sample('boxed_text', fixedValue(finding));
  const color = coloursOf(fixed)[0]?.color ?? '';
  expect(contrast(color, '#ffffff')).toBeGreaterThanOrEqual(MIN_CONTRAST);
  expect(contrast(color, '#ffffff')).toBeLessThan(MIN_CONTRAST + 0.3);
});

it('makes text lighter on a dark background', () => {
  const [finding] = findingsOf('contrast', [box('#1f5d45', '#16243d')]);
  expect(finding?.fix?.label).toBe('Make the words lighter');
});

it('ignores readable text, and rounds a failing contrast down', () => {
  expect(findingsOf('contrast', [box('#000000', '#ffffff'), box('#767676', '#ffffff')])).toEqual([]);
  const [almost] = findingsOf('contrast', [box('#777777', '#ffffff')]);
  expect(almost?.message).toContain('contrast is 4.4,');
});

it('fixes any pair of colours', () => {
  const random = randomFrom(7);
  const any = () =>
    `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`;
  for (let round = 0; round < 300; round += 1) {
    for (const finding of findingsOf('contrast', [box(any(), any())])) {
      const fixed = sample('boxed_text', fixedValue(finding));
      expect(findingsOf('contrast', [fixed])).toEqual([]);
    }
  }
});

it('relies on the palette, which makes any school colours readable', () => {
  const random = randomFrom(11);
  const any = () =>
    `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`;
  for (let round = 0; round < 500; round += 1) {
    const palette = paletteOf({ primary_color: any(), secondary_color: any() });
    const pairs = [
      [palette.heading, WHITE],
      [palette.heading, palette.tint],
      [palette.link, WHITE],
      [palette.button.text, palette.button.background],
      [palette.footer.text, palette.footer.background],
      [WHITE, palette.badge],
    ] as const;
    for (const [text, background] of pairs)
      expect(contrast(text, background), `${text} on ${background}`).toBeGreaterThanOrEqual(MIN_CONTRAST);
  }
});
