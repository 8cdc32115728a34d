import { expect, it } from 'vitest';
import { coloursOf } from '#newsletter/document/traits.ts';
import { paletteOf } from '#newsletter/values/branding.ts';
import { contrast, READABLE, WHITE } from '#newsletter/values/colour.ts';
import { randomFrom } from '#test/random-texts.ts';
import { fixedBy, foundBy, sample } from './check-samples.ts';

const box = (color: string, background: string) =>
  sample('boxed_text', { html: '<p>Read me</p>', color, background, word_break: 'break-word' });

it('finds words in a box that cannot be read, and makes them just readable in the same hue', () => {
  const [finding] = foundBy('contrast', [box('#ffc408', '#ffffff')]);
  expect(finding).toMatchObject({ severity: 'error', path: 'color' });
  expect(finding?.message).toContain('1.5');
  expect(finding?.fix?.label).toBe('Make the words darker');
  const fixed = sample('boxed_text', fixedBy(finding));
  const color = coloursOf(fixed)[0]?.color ?? '';
  expect(contrast(color, '#ffffff')).toBeGreaterThanOrEqual(READABLE);
  expect(contrast(color, '#ffffff')).toBeLessThan(READABLE + 0.3);
});

it('makes them lighter on dark', () => {
  const [finding] = foundBy('contrast', [box('#1f5d45', '#16243d')]);
  expect(finding?.fix?.label).toBe('Make the words lighter');
});

it('says nothing of what can be read, nor a figure that looks enough', () => {
  expect(foundBy('contrast', [box('#000000', '#ffffff'), box('#767676', '#ffffff')])).toEqual([]);
  const [almost] = foundBy('contrast', [box('#777777', '#ffffff')]);
  expect(almost?.message).toContain('contrast is 4.4,');
});

it('leaves nothing to find of any two colours after its fix', () => {
  const random = randomFrom(7);
  const any = () =>
    `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`;
  for (let round = 0; round < 300; round += 1) {
    for (const finding of foundBy('contrast', [box(any(), any())])) {
      const fixed = sample('boxed_text', fixedBy(finding));
      expect(foundBy('contrast', [fixed])).toEqual([]);
    }
  }
});

it('need not look at a school’s own colours: whatever they are, they come out readable', () => {
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
      expect(contrast(text, background), `${text} on ${background}`).toBeGreaterThanOrEqual(READABLE);
  }
});
