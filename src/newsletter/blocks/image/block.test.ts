import { describe, expect, it } from 'vitest';
import { createBlock } from '#newsletter/document/document.ts';
import { coverOf, emptyFieldsOf, textsOf } from '#newsletter/document/traits.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import { canvasOf, find, findAll, mailOf, pageOf, stored, wordsOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';

const noLogo = { ...OAKFIELD, logo: null };

it('is as wide as its column, in whole pixels', () => {
  const block = stored('image', { url: '/files/a.webp', alt: 'A' });
  const widths = (['one_column', 'two_columns_center', 'two_columns_left'] as const).map((layout) =>
    findAll(pageOf([block], { layout, school: noLogo }), 'img').map((image) =>
      attributesOf(image).get('width'),
    ),
  );
  expect(widths).toEqual([['552'], ['264'], ['321']]);
});

it('keeps the difference between decorative and not described yet', () => {
  expect(stored('image', { url: '/files/a.webp', alt: '' }).value).toEqual({ url: '/files/a.webp', alt: '' });
  expect(stored('image', { url: '/files/a.webp' }).value).toEqual({ url: '/files/a.webp' });
  expect(stored('image', { url: '/files/a.webp', alt: null }).value).toEqual({
    url: '/files/a.webp',
    alt: null,
  });
});

it('shows a placeholder on the canvas while there is no picture', () => {
  const empty = createBlock('image', () => 'new');
  expect(wordsOf(canvasOf(empty))).toBe('Image');
  expect(findAll(pageOf([empty], { school: noLogo }), 'img')).toEqual([]);
});

describe('with a size', () => {
  const sized = (size: string, more = {}) =>
    stored('image', { url: '/files/wall.jpg', alt: 'A wall', size, ...more });
  const pictureOf = (html: string) => attributesOf(find(html, 'td img'));

  it('is as wide as its column, or half of it', () => {
    const width = (size: string) => pictureOf(pageOf([sized(size)], { school: noLogo })).get('width');
    expect([width('full'), width('half')]).toEqual(['552', '272']);
  });

  it('cuts a portrait photo to 4:5, but no drawing and nothing that somebody has cropped', () => {
    const style = (value: object) =>
      pictureOf(pageOf([stored('image', { alt: '', ...value })], { school: noLogo })).get('style');
    const crop = { original: '/files/whole.jpg', x: 0, y: 0, width: 0.5, height: 1 };
    expect(style({ url: '/files/a.jpg', size: 'full' })).toContain('max-height:125cqi');
    expect(style({ url: '/files/a.jpg', size: 'full', whole: true })).not.toContain('max-height');
    const mail = pictureOf(
      mailOf([stored('image', { url: '/files/a.jpg', size: 'full' })], { school: noLogo }),
    );
    expect(mail.get('style')).toContain('max-height:125cqi');
    expect(style({ url: '/files/a.jpg' })).not.toContain('max-height');
    expect(style({ url: '/files/a.png', size: 'full' })).not.toContain('max-height');
    expect(style({ url: '/files/a.jpg', size: 'full', crop })).not.toContain('max-height');
  });

  it('is beside its text, and above it in a narrow column', () => {
    const beside = sized('beside', { html: '<p>Dear families</p>', caption: 'At the gate' });
    const cells = findAll(pageOf([beside], { school: noLogo }), '.ink-beside td').map((cell) =>
      cell.textContent?.trim(),
    );
    expect(cells).toEqual(['At the gate', 'Dear families']);
    const narrow = pageOf([beside], { layout: 'two_columns_center', school: noLogo });
    expect(findAll(narrow, '.ink-beside')).toEqual([]);
    expect(wordsOf(narrow)).toContain('At the gate Dear families');
  });

  it('is alone while there is no text yet, which Save changes asks for', () => {
    const block = sized('beside');
    expect(pictureOf(pageOf([block], { school: noLogo })).get('width')).toBe('552');
    expect(emptyFieldsOf(block)).toEqual(['html']);
    expect(emptyFieldsOf(sized('half'))).toEqual([]);
  });
});

it('has its caption below it, also in the text part and as a cover', () => {
  const block = stored('image', { url: '/files/a.jpg', alt: 'A', caption: 'Ninety pies' });
  const words = find(mailOf([block], { school: noLogo }), '.ink-columns p');
  expect(words.textContent).toBe('Ninety pies');
  expect(attributesOf(words).get('style')).toContain('font-size:14px;line-height:20px;color:#55605f');
  expect(textsOf(block).map(({ path, text }) => [path, text])).toEqual([['caption', 'Ninety pies']]);
  expect(coverOf(block)).toEqual({ address: '/files/a.jpg', alt: 'A', caption: 'Ninety pies' });
});

it('opens its large size on the page, and is no link in mails', () => {
  const block = stored('image', { url: '/files/a.jpg', alt: 'A wall' });
  const link = attributesOf(find(pageOf([block], { school: noLogo }), '.ink-columns a'));
  expect([link.get('href'), link.has('aria-hidden')]).toEqual(['https://school.test/files/a.jpg', false]);
  expect(link.get('aria-label')).toBe('A wall, larger picture');
  expect(findAll(mailOf([block], { school: noLogo }), '.ink-columns a')).toEqual([]);
  const decorative = pageOf([stored('image', { url: '/files/a.jpg', alt: '' })], { school: noLogo });
  const silent = attributesOf(find(decorative, '.ink-columns a'));
  expect([silent.get('aria-hidden'), silent.get('tabindex')]).toEqual(['true', '-1']);
});
