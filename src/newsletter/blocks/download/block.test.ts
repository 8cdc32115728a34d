import { describe, expect, it } from 'vitest';
import { attributesOf } from '#test/newsletter-engines.ts';
import { find, pageOf, stored } from '#test/newsletter-rendering.ts';
import { extensionOf } from './block.ts';

it.each([
  ['/files/a/menu.pdf', 'file-pdf', 'PDF'],
  ['/files/a/letter.DOCX', 'file-doc', 'DOCX'],
  ['https://example.org/map.png?download=1', 'file-image', 'PNG'],
  ['/files/a/other', 'file', 'File'],
])('shows %s with the icon %s', (url, icon, words) => {
  const html = pageOf([stored('download', { name: 'Menu', url })]);
  expect(attributesOf(find(html, 'td img[width="40"]')).get('src')).toBe(
    `https://school.test/assets/newsletter/${icon}.png`,
  );
  expect(find(html, 'td span').textContent).toBe(words);
});

describe('extensionOf', () => {
  it.each([
    ['https://example.org/a.tar.gz', 'gz'],
    ['https://example.org', 'org'],
    ['/files/.hidden', ''],
    ['/files/a.b/c', ''],
    ['/files/a.pdf#page=2', 'pdf'],
  ])('%s → %s', (url, extension) => {
    expect(extensionOf(url)).toBe(extension);
  });
});
