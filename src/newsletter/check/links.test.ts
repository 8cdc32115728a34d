import { describe, expect, it } from 'vitest';
import { findingsOf, fixedValue, sample, textBlockOf } from '#test/support/newsletter/check-samples.ts';

const link = (words: string, href = 'https://school.test/menu') =>
  textBlockOf(`<p>See <a href="${href}">${words}</a> now</p>`);

describe('vague link texts', () => {
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
    const [finding] = findingsOf('link-vague', [link(words)]);
    expect(finding).toMatchObject({ severity: 'hint', path: 'html', range: { tag: 'a', index: 0 } });
    expect(finding?.message).toContain('does not say where the link leads');
  });
  it.each([
    'Lunch menu',
    'Click here for the lunch menu',
    'Read more about Forest School',
    'Year 6',
    '年间计划',
  ])('accepts %j', (words) => expect(findingsOf('link-vague', [link(words)])).toEqual([]));
  it('checks buttons and downloads too', () => {
    const button = sample('button', { btnText: 'Click here!', url: 'https://school.test/' });
    const download = sample('download', { name: 'Download', url: 'https://school.test/a.pdf' });
    const findings = findingsOf('link-vague', [button, download]);
    expect(findings.map(({ path }) => path)).toEqual(['btnText', 'name']);
    expect(findings[0]?.message).toContain('where the button leads');
  });
});

describe('URLs as link texts', () => {
  it.each(['https://www.school.test/menu', 'www.school.test', 'school.test/menu-december'])(
    'finds %j',
    (words) => {
      expect(findingsOf('link-address', [link(words)])).toHaveLength(1);
    },
  );
  it.each(['school.test', 'office@school.test', 'and/or', 'Mon/Tue'])('accepts %j', (words) => {
    expect(findingsOf('link-address', [link(words)])).toEqual([]);
  });
});

describe('wrapped links', () => {
  const wrapped =
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2Ftrip&data=head%40school.test';
  it('finds one, and leads to where it ends', () => {
    const [finding, ...others] = findingsOf('link-wrapped', [link('Trip form', wrapped)]);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'hint', path: 'html', range: { tag: 'a', index: 0 } });
    expect(finding?.message).toContain('through eur01.safelinks.protection.outlook.com');
    expect(fixedValue(finding)).toEqual({
      html: '<p>See <a href="https://example.org/trip">Trip form</a> now</p>',
    });
  });
  it('finds those of buttons', () => {
    const findings = findingsOf('link-wrapped', [sample('button', { btnText: 'Trip form', url: wrapped })]);
    expect(findings.map(({ path }) => path)).toEqual(['btnText']);
  });
  it('accepts others', () => {
    expect(findingsOf('link-wrapped', [link('Trip form'), link('Mail us', 'mailto:a@b.org')])).toEqual([]);
  });
});

describe('empty links', () => {
  it('finds an invisible link and removes only the link', () => {
    const [finding, ...others] = findingsOf('link-empty', [link('&nbsp;')]);
    expect(others).toEqual([]);
    expect(finding?.severity).toBe('error');
    expect(finding?.message).toContain('https://school.test/menu');
    const html = '<p>See \u00a0 now</p>';
    expect(fixedValue(finding)).toEqual({ html });
  });
  it('counts links in text order', () => {
    const block = textBlockOf(
      '<p><a href="https://a.test">Menu</a></p><ul><li>b<a href="https://b.test">&nbsp;</a></li></ul>',
    );
    expect(findingsOf('link-empty', [block])[0]?.range).toEqual({ tag: 'a', index: 1 });
  });
});

describe('links with the same text', () => {
  it('are found if they lead to different URLs', () => {
    const blocks = [link('Lunch menu', 'https://a.test/'), link('lunch menu!', 'https://b.test/')];
    const findings = findingsOf(
      'link-twofold',
      blocks.map((block, index) => ({ ...block, name: `t${index}` })),
    );
    expect(findings.map(({ block }) => block)).toEqual(['t1']);
  });
  it('are accepted if they lead to the same URL', () => {
    expect(findingsOf('link-twofold', [link('Lunch menu'), { ...link('Lunch menu'), name: 'two' }])).toEqual(
      [],
    );
  });
});
