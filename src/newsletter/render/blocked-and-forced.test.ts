import { describe, expect, it } from 'vitest';
import { DESIGN_IDS } from '#newsletter/designs/index.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import { findAll, mailOf, stored } from '#test/newsletter-rendering.ts';
import { OAKFIELD, sampleBlocks } from '#test/newsletter-samples.ts';

/** Mails whose pictures are blocked, and readers with forced colours. */

describe.each(DESIGN_IDS)('%s', (design) => {
  const options = { school: { ...OAKFIELD, design } };
  const mail = mailOf(sampleBlocks(), options);

  it('has alt text on all pictures, and none on decorative ones', () => {
    for (const image of findAll(mail, 'img').map(attributesOf)) {
      expect(image.has('alt'), image.get('src')).toBe(true);
      if (/\/(?:play|file[\w-]*)\.png$/.test(image.get('src') ?? ''))
        expect(image.get('alt')).toMatch(/^$|^Watch/);
    }
  });

  it('shows networks by their names, in white on their badge', () => {
    const html = mailOf([stored('social_media', { facebook: 'https://facebook.com/a' })], options);
    const [icon] = findAll(html, '.ink-badge img').map(attributesOf);
    expect(icon?.get('alt')).toBe('Facebook');
    expect(icon?.get('style')).toMatch(/font-size:9px;.*color:#ffffff/);
  });

  it('keeps the first letter of a photo’s description out of a round corner', () => {
    const styles = findAll(mail, 'img:not([alt=""])').map((image) => attributesOf(image).get('style') ?? '');
    const corners = styles.map((style) => ({
      radius: Number(/border-radius:(\d+)px/.exec(style)?.[1] ?? 0),
      indent: Number(/text-indent:(\d+)px/.exec(style)?.[1] ?? 0),
    }));
    expect(corners.length).toBeGreaterThan(3);
    for (const { radius, indent } of corners) expect(indent).toBeGreaterThanOrEqual(radius > 4 ? radius : 0);
  });

  it('draws a line around bars, badges and buttons in forced colours', () => {
    const rules = /@media \(forced-colors:active\) \{ (.*?\} )\}/.exec(mail)?.[1] ?? '';
    for (const area of ['.ink-bar', '.ink-badge', '.ink-awning'])
      expect(rules).toMatch(new RegExp(`\\${area}\\b[^}]*outline: 1px solid CanvasText`));
    expect(rules).toMatch(/\.ink-button table td, \.ink-tile \{ border: 1px solid ButtonText/);
    expect(rules).toMatch(/\.ink-band, \.ink-footer \{ border-top: 1px solid CanvasText/);
  });
});
