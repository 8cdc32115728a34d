import { describe, expect, it } from 'vitest';
import { attributesOf } from '#test/newsletter-engines.ts';
import { find, mailOf, pageOf, wordsOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';
import { DESIGN_IDS } from './index.ts';

describe.each(DESIGN_IDS)('the masthead of %s', (design) => {
  const school = { ...OAKFIELD, design };
  const logoIn = (html: string) => attributesOf(find(html, 'img[src$="oakfield.png"]'));

  it('keeps a light ground behind the logo where a mail program inverts colours', () => {
    expect(logoIn(mailOf([], { school })).get('style')).toMatch(
      /background:(#f[def]\w{4}) linear-gradient\(\1,\1\)/,
    );
    expect(logoIn(pageOf([], { school })).get('style')).not.toContain('gradient');
  });

  it('keeps the logo’s place on a page until it is there', () => {
    const shown = { ...school, logo_aspect: 1.25 };
    expect(logoIn(pageOf([], { school: shown })).get('style')).toContain(
      'height:auto;aspect-ratio:auto 1.250;',
    );
    expect(logoIn(mailOf([], { school: shown })).get('style')).not.toContain('aspect-ratio');
    const unmeasured = { ...school, logo_aspect: null };
    expect(logoIn(pageOf([], { school: unmeasured })).get('style')).not.toContain('aspect-ratio');
  });

  it('names the school in large words where pictures are blocked', () => {
    const wide = logoIn(mailOf([], { school }));
    expect(wide.get('alt')).toBe(school.name);
    expect(wide.get('style')).toContain('font-size:24px');
    const html = mailOf([], { school: { ...school, logo_aspect: 1 } });
    expect(logoIn(html).get('alt')).toBe('');
    expect(wordsOf(html)).toContain(school.name);
  });
});

it('puts the words of a letter below a wide logo on phones, with space between', () => {
  const school = { ...OAKFIELD, design: 'letter' } as const;
  for (const html of [pageOf([], { school }), mailOf([], { school })]) {
    expect(find(html, '.ink-under').textContent).toContain('Autumn news');
    expect(html).toMatch(/max-width:479px\).*\.ink-logo, \.ink-under \{ display: block !important/s);
    // For mail programs without media queries.
    expect(attributesOf(find(html, '.ink-logo')).get('style')).toBe('padding:0 20px 0 0');
  }
  const crest = pageOf([], { school: { ...school, logo_aspect: 1 } });
  expect(crest).not.toContain('class="ink-under"');
});
