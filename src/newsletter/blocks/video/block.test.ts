import { describe, expect, it } from 'vitest';
import { attributesOf, elementsOf } from '#test/newsletter-engines.ts';
import { find, findAll, mailOf, PAGE_URL, pageOf, stored } from '#test/newsletter-rendering.ts';

const own = stored('video', { url: '/files/a.mp4', title: 'Assembly', poster: '/files/a.webp' });
const elsewhere = stored('video', { url: 'https://www.youtube.com/watch?v=1', title: 'Assembly' });

describe('an uploaded video', () => {
  it('plays in place on the page', () => {
    const film = attributesOf(find(pageOf([own]), 'video'));
    expect(film.get('src')).toBe('https://school.test/files/a.mp4');
    expect(film.get('poster')).toBe('https://school.test/files/a.webp');
    expect(film.get('aria-label')).toBe('Assembly');
    expect(film.has('controls')).toBe(true);
    expect(film.has('autoplay')).toBe(false);
  });

  it('offers its captions on the page in the newsletter’s language, and in no mail', () => {
    const film = stored('video', { url: '/files/a.mp4', title: 'Assembly', captions: '/files/a.vtt' });
    const track = attributesOf(find(pageOf([film]), 'video track'));
    expect(['kind', 'src', 'srclang', 'label'].map((name) => track.get(name))).toEqual([
      'captions',
      'https://school.test/files/a.vtt',
      'en-GB',
      'British English',
    ]);
    expect(track.has('default')).toBe(true);
    expect(findAll(pageOf([own]), 'track')).toEqual([]);
    expect(mailOf([film])).not.toContain('.vtt');
  });

  it('becomes a linked poster with a play icon in a mail', () => {
    const html = mailOf([own]);
    expect(findAll(html, 'video')).toEqual([]);
    const links = findAll(html, 'td a').filter((link) => attributesOf(link).get('href') === PAGE_URL);
    expect(links.some((link) => link.textContent === 'Assembly')).toBe(true);
    const images = findAll(html, 'img').map((image) => attributesOf(image).get('src'));
    expect(images).toContain('https://school.test/files/a.webp');
    expect(images).toContain('https://school.test/assets/newsletter/play.png');
  });
});

it('colours the bar below a still as one area', () => {
  const withStill = stored('video', {
    url: 'https://www.youtube.com/watch?v=1',
    title: 'A',
    poster: '/files/a.webp',
  });
  for (const html of [pageOf([withStill]), mailOf([withStill])])
    expect(findAll(html, '.ink-badge')).toHaveLength(1);
});

it.each(['page', 'mail'] as const)(
  'renders an external video as a link on the %s, never as a frame',
  (target) => {
    const html = target === 'page' ? pageOf([elsewhere]) : mailOf([elsewhere]);
    expect(findAll(html, 'video, iframe, embed, object')).toEqual([]);
    expect(findAll(html, 'a[href="https://www.youtube.com/watch?v=1"]').length).toBeGreaterThan(0);
  },
);

it.each([own, elsewhere])('gives every link a name, including those with only a picture', (film) => {
  for (const link of findAll(mailOf([film]), 'td a')) {
    const pictures = [...elementsOf(link)].map((element) => attributesOf(element).get('alt') ?? '');
    expect(`${link.textContent}${pictures.join('')}`.trim()).not.toBe('');
  }
});

it.each(['page', 'mail'] as const)(
  'links the still picture of an external video with a play mark on the %s',
  (target) => {
    const film = stored('video', {
      url: 'https://vimeo.com/1',
      title: 'Assembly',
      poster: '/files/still.webp',
    });
    const html = target === 'page' ? pageOf([film]) : mailOf([film]);
    const links = findAll(html, 'a[href="https://vimeo.com/1"]');
    const pictures = links.flatMap((link) => [...elementsOf(link)].map(attributesOf));
    expect(pictures.map((image) => [image.get('src'), image.get('alt')])).toEqual([
      ['https://school.test/files/still.webp', 'Watch: Assembly'],
    ]);
    expect(links.map((link) => link.textContent)).toEqual(['', 'Assembly']);
    const marks = findAll(html, 'img[src$="/play.png"]').map((mark) => attributesOf(mark).get('alt'));
    expect(marks).toEqual(['']);
  },
);
