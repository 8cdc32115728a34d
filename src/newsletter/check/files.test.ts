import { expect, it } from 'vitest';
import { fixedValue, sample, sampleNewsletter, textBlockOf } from '#test/support/newsletter/check-samples.ts';
import { checkNewsletter } from './check-newsletter.ts';

const GONE = `${'a'.repeat(32)}.png`;
const gone = `/files/${GONE}`;
const there = `/files/${'b'.repeat(32)}.png`;
const missing = new Set([GONE]);
const foundIn = (...blocks: Parameters<typeof sampleNewsletter>[0]) =>
  checkNewsletter({ ...sampleNewsletter(blocks), missing }).filter(({ rule }) => rule === 'file-missing');

it('reports a deleted picture, whichever URL is used for it', () => {
  for (const url of [gone, `/files/2e-${'x'.repeat(22)}/${GONE}`])
    expect(foundIn(sample('image', { url, alt: 'Pumpkins' }))).toMatchObject([
      {
        severity: 'error',
        block: 'image',
        path: 'alt',
        message: 'This picture was deleted. Choose another.',
      },
    ]);
});

it('ignores existing files and external URLs', () => {
  const elsewhere = `https://pictures.example/files/${GONE}`;
  for (const url of [there, elsewhere]) expect(foundIn(sample('image', { url, alt: '' }))).toEqual([]);
});

it('ignores the deleted original of a crop', () => {
  const crop = { original: gone, x: 0, y: 0, width: 0.5, height: 1 };
  expect(foundIn(sample('image', { url: there, alt: '', crop }))).toEqual([]);
});

it('says which picture of a group is missing', () => {
  const images = [
    { url: there, alt: '' },
    { url: gone, alt: '' },
  ];
  expect(foundIn(sample('image_group', { images })).map(({ path, message }) => [path, message])).toEqual([
    ['images.1.alt', 'Picture 2 of this group was deleted. Choose another.'],
  ]);
});

it.each([
  ['video', { url: gone, title: 'The play' }, 'A file of this video'],
  ['video', { url: 'https://films.example/1', title: 'The play', poster: gone }, 'A file of this video'],
  ['download', { url: gone, name: 'The menu' }, 'The file behind “The menu”'],
  ['button', { url: gone, btnText: 'The menu' }, 'The file behind “The menu”'],
  ['social_media', { facebook: gone }, 'A file of this social media'],
])('reports the deleted file of a %s with %j', (type, value, what) => {
  const messages = foundIn(sample(type, value)).map(({ message }) => message);
  expect(messages).toEqual([`${what} was deleted. Choose another.`]);
});

it('marks the link in a text, and can remove it', () => {
  const [finding, ...others] = foundIn(
    textBlockOf(`<p>Read <a href="${there}">the list</a> and <a href="${gone}">the menu</a>.</p>`),
  );
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ path: 'html', range: { tag: 'a', index: 1 } });
  expect(finding?.message).toBe('The file behind “the menu” was deleted. Choose another.');
  expect(fixedValue(finding)).toEqual({ html: `<p>Read <a href="${there}">the list</a> and the menu.</p>` });
});
