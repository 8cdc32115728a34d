import { describe, expect, it } from 'vitest';
import { attributesOf, elementsOf } from '#test/newsletter-engines.ts';
import { findAll, pageOf, stored } from '#test/newsletter-rendering.ts';
import { pictureAddresses, reservePictureSpace } from './page-pictures.ts';

const picture = (src: string) =>
  `<img alt="A &lt;b&gt; &quot;c&quot;" height="auto" src="${src}" width="264" style="height:auto;width:100%" />`;

describe('pictures of a page', () => {
  it('get a height if their size is known', () => {
    const sizes = new Map([['/files/a.jpg', { width: 1600, height: 1200 }]]);
    const body = reservePictureSpace(`<p>${picture('/files/a.jpg')}${picture('/files/b.jpg')}</p>`, sizes);
    expect(body).toContain(
      '<img height="198" alt="A &lt;b&gt; &quot;c&quot;" src="/files/a.jpg" width="264"',
    );
    expect(body).toContain('height="auto" src="/files/b.jpg"');
  });

  it('keep a height set in their style', () => {
    const tag = '<img src="/files/a.jpg" width="40" height="40" style="display:block" />';
    expect(reservePictureSpace(tag, new Map([['/files/a.jpg', { width: 8, height: 4 }]]))).toBe(tag);
  });

  it('load lazily, except for the logo and the first picture', () => {
    const [logo, first, ...rest] = reservePictureSpace(picture('/files/a.jpg').repeat(4), new Map()).match(
      /<img[^>]*>/g,
    ) ?? [''];
    expect(logo).not.toMatch(/loading|fetchpriority/);
    expect(first).toContain('fetchpriority="high"');
    expect(rest).toHaveLength(2);
    for (const tag of rest) expect(tag).toContain('loading="lazy"');
  });

  it('offer their smaller copies in WebP', () => {
    const file = { width: 1600, height: 1200, copies: ['w480', 'w800', '4x3'] };
    expect(reservePictureSpace(picture('/files/a.jpg'), new Map([['/files/a.jpg', file]]))).toContain(
      '<picture><source type="image/webp" srcset="/files/a.jpg?copy=w480 480w, /files/a.jpg?copy=w800 800w" sizes="264px"><img height="198"',
    );
    const cut = { ...file, copies: ['4x3'] };
    expect(reservePictureSpace(picture('/files/a.jpg'), new Map([['/files/a.jpg', cut]]))).not.toContain(
      'picture>',
    );
  });

  it('say how wide they are drawn, on phones and elsewhere', () => {
    const photo = (url: string) => ({ url: `/files/${url}.jpg`, alt: url });
    const group = (pattern: string, ...urls: string[]) =>
      stored('image_group', { images: urls.map(photo), pattern }, pattern);
    const body = pageOf([
      stored('image', photo('full'), 'i1'),
      stored('image', { ...photo('half'), size: 'half' }, 'i2'),
      stored('image', { ...photo('beside'), size: 'beside', html: '<p>Words</p>' }, 'i3'),
      group('two', 'two'),
      group('two', 'left', 'right'),
      group('three', 'three1', 'three2', 'three3'),
      group('one_and_two', 'large', 'small1', 'small2'),
    ]);
    const file = { width: 1600, height: 1200, copies: ['w480'] };
    const page = reservePictureSpace(body, new Map(pictureAddresses(body).map((url) => [url, file])));
    expect(page).not.toContain('data-phone');
    const sizes = findAll(page, 'picture').map((picture) => {
      const [source, img] = [...elementsOf(picture)].map(attributesOf);
      return `${img?.get('alt')}: ${source?.get('sizes')}`;
    });
    expect(sizes).toEqual([
      'Oakfield Primary School: 240px',
      'full: (max-width:479px) 100vw, 552px',
      'half: (max-width:479px) 100vw, 272px',
      'beside: (max-width:479px) 100vw, 266px',
      'two: (max-width:479px) 100vw, 552px',
      'left: (max-width:479px) 50vw, 272px',
      'right: (max-width:479px) 50vw, 272px',
      'three1: (max-width:479px) 100vw, 178px',
      'three2: (max-width:479px) 50vw, 178px',
      'three3: (max-width:479px) 50vw, 178px',
      'large: (max-width:479px) 100vw, 366px',
      'small1: (max-width:479px) 50vw, 178px',
      'small2: (max-width:479px) 50vw, 178px',
    ]);
  });

  it('are listed by URL', () => {
    expect(
      pictureAddresses(`${picture('/files/a.jpg')}<p>src="/no"</p>${picture('https://b.example/c.png')}`),
    ).toEqual(['/files/a.jpg', 'https://b.example/c.png']);
  });
});
