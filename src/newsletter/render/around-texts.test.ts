import { expect, it } from 'vitest';
import { renderAroundTexts } from './around-texts.ts';

const MJML =
  '<mjml><mj-head><mj-attributes><mj-text color="#000" /></mj-attributes></mj-head><mj-body><mj-text padding="0"><p>One</p></mj-text><mj-table><tr><td>Two</td></tr></mj-table></mj-body></mjml>';

it('keeps the HTML of texts and tables from the engine, and puts it back', () => {
  const seen: string[] = [];
  const result = renderAroundTexts(MJML, (outline) => {
    seen.push(outline);
    return { type: 'success', content: outline };
  });
  expect(result).toEqual({ type: 'success', content: MJML });
  expect(seen.join()).toContain('<mj-text color="#000" />');
  expect(seen.join()).not.toMatch(/One|Two/);
});

it('passes everything to the engine if a text has the character of its marks', () => {
  const mjml = MJML.replace('One', '\uE0001\uE000');
  const seen: string[] = [];
  const result = renderAroundTexts(mjml, (outline) => {
    seen.push(outline);
    return { type: 'success', content: outline };
  });
  expect(seen).toEqual([mjml]);
  expect(result).toEqual({ type: 'success', content: mjml });
});

it('returns what the engine refuses', () => {
  const refused = { type: 'error', message: 'no root node' } as const;
  expect(renderAroundTexts(MJML, () => refused)).toBe(refused);
});
