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

  it('names the school in large words where pictures are blocked', () => {
    const wide = logoIn(mailOf([], { school }));
    expect(wide.get('alt')).toBe(school.name);
    expect(wide.get('style')).toContain('font-size:24px');
    const html = mailOf([], { school: { ...school, logo_aspect: 1 } });
    expect(logoIn(html).get('alt')).toBe('');
    expect(wordsOf(html)).toContain(school.name);
  });
});
