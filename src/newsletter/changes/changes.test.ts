import { describe, expect, it } from 'vitest';
import type { Block, LayoutType, NewsletterDocument } from '#newsletter/document/document.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { changesBetween } from './changes.ts';

const heading = (name: string, text = name): Block => ({ name, type: 'heading', value: { text } });
const text = (name: string, words: string): Block => ({
  name,
  type: 'text',
  value: { html: words === '' ? '' : `<p>${words}</p>` },
});
const dates = (name: string, rows: Readonly<Record<string, string>>): Block => ({
  name,
  type: 'event',
  value: {
    rows: Object.entries(rows).map(([id, date]) => ({ id, title: id, description: 'In the hall', date })),
  },
});
const file = (proof: string, key: string): Block => ({
  name: 'menu',
  type: 'download',
  value: { url: `https://school.example/files/${proof}/${key.repeat(32)}.pdf`, name: 'Lunch menu' },
});

function documentOf(...columns: Block[][]): NewsletterDocument {
  const layout: LayoutType = columns.length === 1 ? 'one_column' : 'two_columns_center';
  return { ...DEFAULT_SETTINGS, layout, columns };
}
const words = (before: NewsletterDocument, after: NewsletterDocument) =>
  changesBetween({ title: 'News', document: before }, { title: 'News', document: after }).map(
    (change) => change.words,
  );
const inOne = (before: Block[], after: Block[]) => words(documentOf(before), documentOf(after));
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => heading(name));
if (!a || !b || !c || !d) throw new Error('Four headings');

describe('the changes between two versions', () => {
  it('are none for the same newsletter', () => {
    const document = documentOf([a, dates('days', { Fair: '2026-12-05' })], [b]);
    expect(words(document, structuredClone(document))).toEqual([]);
  });

  it('name settings and carry the block', () => {
    const before = { title: 'News', document: documentOf([a]) };
    const after = {
      title: 'Friday news',
      document: {
        ...documentOf([]),
        issueDate: '2026-12-05',
        design: 'letter' as const,
        colours: { primary: '#aa1144', secondary: '#224488' },
      },
    };
    expect(changesBetween(before, after)).toEqual([
      { block: null, called: 'Title', words: 'Title changed', kind: 'setting' },
      { block: null, called: 'Issue date', words: 'Issue date changed', kind: 'setting' },
      { block: null, called: 'Design', words: 'Design changed', kind: 'setting' },
      { block: null, called: 'Colours', words: 'Colours changed', kind: 'setting' },
      { block: 'a', called: 'Heading “a”', words: 'Heading “a” removed', kind: 'removed' },
    ]);
  });

  it('distinguish added, changed and moved blocks', () => {
    const one = { title: 'News', document: documentOf([a, b, c]) };
    const other = { title: 'News', document: documentOf([c, a, heading('b', 'B'), d]) };
    expect(changesBetween(one, other).map(({ block, kind }) => [block, kind])).toEqual([
      ['c', 'moved'],
      ['b', 'changed'],
      ['d', 'added'],
    ]);
  });

  it('name what is added, changed and removed by its words', () => {
    const before = [a, text('t', 'Dear families'), text('u', 'Bye')];
    const after = [heading('a', 'Harvest week'), text('t', 'Dear all'), b];
    expect(inOne(before, after)).toEqual([
      'Heading “Harvest week” changed',
      'Text “Dear all” changed',
      'Heading “b” added',
      'Text “Bye” removed',
    ]);
  });

  it('number blocks without words as the canvas does', () => {
    expect(inOne([text('t', ''), text('u', ''), a], [text('u', ''), a])).toEqual(['Text 1 removed']);
  });

  it('count the dates of events', () => {
    const before = dates('days', { Fair: '2026-12-09', Play: '2026-12-10', Trip: '2026-12-11' });
    expect(inOne([before], [dates('days', { Fair: '2026-12-05', Play: '2026-12-10' })])).toEqual([
      'Event: Fair is now on Sat 5 Dec, 1 date removed',
    ]);
    const more = {
      Fair: '2026-12-09',
      Play: '2026-12-10',
      Trip: '2026-12-11',
      X: '2026-12-12',
      Y: '2026-12-13',
    };
    expect(inOne([before], [dates('days', more)])).toEqual(['Event: 2 dates added']);
    expect(inOne([before, a], [a, dates('days', more)])).toEqual(['Event: 2 dates added, moved']);
  });

  it('name the changes of dates that families have to know', () => {
    const row = { id: 'r', title: 'Christmas Fair', description: 'Cakes', date: '2026-12-11', time: '15:00' };
    const fair = (
      more: { state?: 'cancelled'; date?: string; time?: string; description?: string } = {},
    ): Block => ({
      name: 'days',
      type: 'event',
      value: { rows: [{ ...row, ...more }] },
    });
    const changes = (before: Block, after: Block) =>
      changesBetween(
        { title: 't', document: documentOf([before]) },
        { title: 't', document: documentOf([after]) },
      );
    const was = { title: 'Christmas Fair', date: '2026-12-11' };
    expect(changes(fair(), fair({ state: 'cancelled' }))).toMatchObject([
      { words: 'Event: Christmas Fair, Fri 11 Dec, is cancelled', news: [{ ...was, is: 'off' }] },
    ]);
    expect(changes(fair({ state: 'cancelled' }), fair())).toMatchObject([
      {
        words: 'Event: Christmas Fair, Fri 11 Dec, is on again',
        news: [{ ...was, is: 'on', time: '15:00' }],
      },
    ]);
    expect(changes(fair(), fair({ date: '2026-12-18', time: '14:00' }))).toMatchObject([
      {
        words: 'Event: Christmas Fair is now on Fri 18 Dec, 14:00',
        news: [{ is: 'changed', title: 'Christmas Fair', date: '2026-12-18', time: '14:00' }],
      },
    ]);
    expect(changes(fair(), fair({ time: '16:00' }))).toMatchObject([
      { words: 'Event: Christmas Fair, Fri 11 Dec, is now at 16:00' },
    ]);
    expect(changes(fair(), fair({ description: 'Cakes and tea' }))).toEqual([
      { block: 'days', called: 'Event', words: 'Event: 1 date changed', kind: 'changed' },
    ]);
  });

  it('name the fewest blocks that moved', () => {
    expect(inOne([a, b, c, d], [d, a, b, c])).toEqual(['Heading “d” moved']);
    expect(inOne([a, b, c, d], [b, c, d, heading('a', 'z')])).toEqual(['Heading “z” changed and moved']);
    expect(inOne([a, b, c], [d, a, c])).toEqual(['Heading “d” added', 'Heading “b” removed']);
    expect(words(documentOf([a], [b, c]), documentOf([a, b], [c]))).toEqual(['Heading “b” moved']);
  });

  it('say nothing about places if the number of columns changed', () => {
    expect(words(documentOf([a, c], [b, d]), documentOf([a, b, c, d]))).toEqual(['Layout changed']);
  });

  it('notice width and tint', () => {
    expect(inOne([a], [{ ...a, tint: 'soft' }])).toEqual(['Heading “a” changed']);
  });

  it('know a file by any of its addresses', () => {
    expect(inOne([file('abc-1', 'x')], [file('abd-2', 'x')])).toEqual([]);
    expect(inOne([file('abc-1', 'x')], [file('abc-1', 'y')])).toEqual(['Download “Lunch menu” changed']);
  });
});
