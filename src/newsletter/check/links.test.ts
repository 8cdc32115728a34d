import { describe, expect, it } from 'vitest';
import { fixedBy, foundBy, sample, textOf } from './check-samples.ts';

const link = (words: string, href = 'https://school.test/menu') =>
  textOf(`<p>See <a href="${href}">${words}</a> now</p>`);

describe('words that say nothing', () => {
  it.each([
    'Click here',
    'HERE!',
    'read more…',
    'More »',
    'Cliciwch yma',
    'Cliquez ici',
    'Mehr erfahren',
    'Haz clic aquí',
    'kliknij tutaj',
    'Подробнее →',
    'اضغط هنا',
    'यहाँ क्लिक करें',
    '点击这里',
    '→',
    '👉',
  ])('finds %j', (words) => {
    const [finding] = foundBy('link-vague', [link(words)]);
    expect(finding).toMatchObject({ severity: 'hint', path: 'html', spot: { tag: 'a', index: 0 } });
    expect(finding?.message).toContain('does not say where the link leads');
  });
  it.each([
    'Lunch menu',
    'Click here for the lunch menu',
    'Read more about Forest School',
    'Year 6',
    '年间计划',
  ])('is content with %j', (words) => expect(foundBy('link-vague', [link(words)])).toEqual([]));
  it('looks at buttons and downloads too', () => {
    const button = sample('button', { btnText: 'Click here!', url: 'https://school.test/' });
    const download = sample('download', { name: 'Download', url: 'https://school.test/a.pdf' });
    const findings = foundBy('link-vague', [button, download]);
    expect(findings.map(({ path }) => path)).toEqual(['btnText', 'name']);
    expect(findings[0]?.message).toContain('where the button leads');
  });
});

describe('addresses for words', () => {
  it.each(['https://www.school.test/menu', 'www.school.test', 'school.test/menu-december'])(
    'finds %j',
    (words) => {
      expect(foundBy('link-address', [link(words)])).toHaveLength(1);
    },
  );
  it.each(['school.test', 'office@school.test', 'and/or', 'Mon/Tue'])('is content with %j', (words) => {
    expect(foundBy('link-address', [link(words)])).toEqual([]);
  });
});

describe('links without words', () => {
  it('finds one that cannot be seen, and takes it away with nothing else', () => {
    const [finding, ...others] = foundBy('link-empty', [link('&nbsp;')]);
    expect(others).toEqual([]);
    expect(finding?.severity).toBe('error');
    expect(finding?.message).toContain('https://school.test/menu');
    const html = '<p>See \u00a0 now</p>';
    expect(fixedBy(finding)).toEqual({ html });
  });
  it('counts links in the order of the text', () => {
    const block = textOf(
      '<p><a href="https://a.test">Menu</a></p><ul><li>b<a href="https://b.test">&nbsp;</a></li></ul>',
    );
    expect(foundBy('link-empty', [block])[0]?.spot).toEqual({ tag: 'a', index: 1 });
  });
});

describe('the same words', () => {
  it('are found where they lead to another place', () => {
    const blocks = [link('Lunch menu', 'https://a.test/'), link('lunch menu!', 'https://b.test/')];
    const findings = foundBy(
      'link-twofold',
      blocks.map((block, index) => ({ ...block, name: `t${index}` })),
    );
    expect(findings.map(({ block }) => block)).toEqual(['t1']);
  });
  it('are fine where they lead to the same one', () => {
    expect(foundBy('link-twofold', [link('Lunch menu'), { ...link('Lunch menu'), name: 'two' }])).toEqual([]);
  });
});
