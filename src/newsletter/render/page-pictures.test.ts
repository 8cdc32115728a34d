import { describe, expect, it } from 'vitest';
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
      '<picture><source type="image/webp" srcset="/files/a.jpg?copy=w480 480w, /files/a.jpg?copy=w800 800w" sizes="(max-width:479px) 100vw, 264px"><img height="198"',
    );
    const cut = { ...file, copies: ['4x3'] };
    expect(reservePictureSpace(picture('/files/a.jpg'), new Map([['/files/a.jpg', cut]]))).not.toContain(
      'picture>',
    );
  });

  it('are listed by URL', () => {
    expect(
      pictureAddresses(`${picture('/files/a.jpg')}<p>src="/no"</p>${picture('https://b.example/c.png')}`),
    ).toEqual(['/files/a.jpg', 'https://b.example/c.png']);
  });
});
