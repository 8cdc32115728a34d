import { describe, expect, it } from 'vitest';
import type { Version } from '#newsletter/changes/changes.ts';
import { type Block, toCode } from '#newsletter/document/document.ts';
import { blocksOf, findBlock } from '#newsletter/document/layout.ts';
import { changeLayout } from '#newsletter/document/layout-change.ts';
import { editVersion, randomVersion } from '#test/random-newsletters.ts';
import { randomFrom } from '#test/random-texts.ts';
import { mergeNewsletters, withSide } from './merge-newsletters.ts';

const SEEDS = Array.from({ length: 150 }, (_, seed) => seed);

const names = ({ document }: Version) => blocksOf(document).map(({ name }) => name);
const stored = ({ title, document }: Version) => ({
  title,
  ...document,
  columns: undefined,
  code: toCode(document),
});

function edits(
  seed: number,
  random: () => number,
  start: Version,
  mark: string,
  mayTouch?: (name: string) => boolean,
) {
  let version = start;
  for (let count = 0; count < 1 + (seed % 6); count += 1)
    version = editVersion(random, version, mark, mayTouch);
  return version;
}

describe('the merge of newsletters', () => {
  it.each(SEEDS)('takes the only side that has changed, and the same change once: seed %i', (seed) => {
    const random = randomFrom(seed);
    const base = randomVersion(random, seed % 12);
    const side = edits(seed, random, base, 'x');
    for (const sides of [
      { base, theirs: side, mine: base },
      { base, theirs: base, mine: side },
      { base, theirs: side, mine: side },
    ]) {
      const { merged, conflicts } = mergeNewsletters(sides);
      expect(conflicts).toEqual([]);
      expect(stored(merged)).toEqual(stored(side));
    }
  });

  it.each(SEEDS)('takes what two people do to different blocks, in either order: seed %i', (seed) => {
    const random = randomFrom(seed);
    const base = randomVersion(random, 2 + (seed % 12));
    const isEven = (name: string) => /^b\d*[02468]$/.test(name);
    const theirs = edits(seed, random, base, 't', (name) => isEven(name) || name.startsWith('t'));
    const mine = edits(seed + 1, random, base, 'm', (name) => !isEven(name) && !name.startsWith('t'));
    const one = mergeNewsletters({ base, theirs, mine });
    const other = mergeNewsletters({ base, theirs: mine, mine: theirs });
    expect(one.conflicts).toEqual([]);
    expect(stored(one.merged)).toEqual(stored(other.merged));
    for (const side of [theirs, mine])
      for (const block of blocksOf(side.document)) {
        const was = findBlock(base.document, block.name);
        if (JSON.stringify(was) === JSON.stringify(block)) continue;
        expect(findBlock(one.merged.document, block.name)?.value).toEqual(block.value);
      }
    const gone = names(base).filter((name) => !names(theirs).includes(name) || !names(mine).includes(name));
    expect(names(one.merged).filter((name) => gone.includes(name))).toEqual([]);
  });

  it.each(SEEDS)('drops nothing unasked, whatever both do, and is the same once more: seed %i', (seed) => {
    const random = randomFrom(seed);
    const base = randomVersion(random, 1 + (seed % 8));
    const theirs = edits(seed, random, base, 't');
    const mine = edits(seed + 3, random, base, 'm');
    const { merged, conflicts } = mergeNewsletters({ base, theirs, mine });
    const asked = new Set(conflicts.map((conflict) => ('block' in conflict ? conflict.block : '')));
    const found = names(merged);
    expect(new Set(found).size).toBe(found.length);
    for (const name of new Set([...names(theirs), ...names(mine)])) {
      const [was, their, my] = [base, theirs, mine].map((version) => findBlock(version.document, name));
      const isChanged = [their, my].some(
        (side) => side && JSON.stringify(side.value) !== JSON.stringify(was?.value),
      );
      const isRemoved = was && (!their || !my);
      if (!isRemoved || isChanged) expect(found).toContain(name);
      if (isRemoved && isChanged) expect(asked).toContain(name);
    }
    // The reply to a save was lost, and it is sent again.
    const again = mergeNewsletters({ base, theirs: merged, mine }).merged;
    expect(names(again).toSorted()).toEqual(found.toSorted());
    for (const { name, value } of blocksOf(merged.document))
      expect(findBlock(again.document, name)?.value).toEqual(value);
  });
});

const documentOf = (...blocks: Block[]): Version => ({
  title: 'News',
  document: { layout: 'one_column', design: null, colours: null, issueDate: null, columns: [blocks] },
});
const textOf = (html: string): Block => ({ name: 'text', type: 'text', value: { html } });
const row = (id: string, words: object = {}) => ({
  id,
  title: 'Fair',
  description: 'On the field',
  date: '2026-12-05',
  ...words,
});
const eventOf = (...rows: ReturnType<typeof row>[]): Block => ({
  name: 'days',
  type: 'event',
  value: { rows },
});
const picture = (url: string, more: object = {}): Block => ({
  name: 'photo',
  type: 'image',
  value: { url: `/files/${url}.jpg`, alt: 'A fair', ...more },
});
const table = (...rows: string[][]): Block => ({
  name: 'clubs',
  type: 'table',
  value: { headings: ['Club', 'Day'], rows, rowHeads: true },
});

describe('two people in the same block', () => {
  it.each([
    [
      'words that do not touch',
      textOf('<p>Dear families of Year 4</p>'),
      textOf('<p>Dear all families of Year 4</p>'),
      textOf('<p>Dear families of Year 4 and 5</p>'),
      textOf('<p>Dear all families of Year 4 and 5</p>'),
    ],
    [
      'bold beside other words',
      textOf('<p>One two three</p>'),
      textOf('<p>One <strong>two</strong> three</p>'),
      textOf('<p>One two three four</p>'),
      textOf('<p>One <strong>two</strong> three four</p>'),
    ],
    [
      'a paragraph each',
      textOf('<p>One</p><p>Two</p>'),
      textOf('<p>First</p><p>Two</p>'),
      textOf('<p>One</p><p>Two</p><p>Three</p>'),
      textOf('<p>First</p><p>Two</p><p>Three</p>'),
    ],
    [
      'two events added',
      eventOf(row('a')),
      eventOf(row('a'), row('t')),
      eventOf(row('a'), row('m')),
      eventOf(row('a'), row('m'), row('t')),
    ],
    [
      'fields of one event',
      eventOf(row('a')),
      eventOf(row('a', { place: 'Hall' })),
      eventOf(row('a', { date: '2026-12-06' })),
      eventOf(row('a', { date: '2026-12-06', place: 'Hall' })),
    ],
    [
      'one event removed, another changed',
      eventOf(row('a'), row('b')),
      eventOf(row('b')),
      eventOf(row('a'), row('b', { time: '10:00' })),
      eventOf(row('b', { time: '10:00' })),
    ],
    [
      'an event that is said to be the same as another date, and its place',
      eventOf(row('a'), row('b', { title: 'Play' })),
      eventOf(row('a', { place: 'Hall' }), row('b', { title: 'Play' })),
      eventOf(row('told', { date: '2026-12-06' }), row('b', { title: 'Play' })),
      eventOf(row('told', { date: '2026-12-06', place: 'Hall' }), row('b', { title: 'Play' })),
    ],
    [
      'a caption and a description',
      picture('one'),
      picture('one', { alt: 'Cakes' }),
      picture('one', { caption: 'At the gate' }),
      picture('one', { alt: 'Cakes', caption: 'At the gate' }),
    ],
    [
      'another picture and a caption',
      picture('one'),
      picture('two', { alt: 'Cakes' }),
      picture('one', { caption: 'At the gate' }),
      picture('two', { alt: 'Cakes', caption: 'At the gate' }),
    ],
    [
      'two cells of a table',
      table(['Chess', 'Mon'], ['Choir', 'Tue']),
      table(['Chess', 'Fri'], ['Choir', 'Tue']),
      table(['Chess', 'Mon'], ['Band', 'Tue']),
      table(['Chess', 'Fri'], ['Band', 'Tue']),
    ],
  ])('merges %s', (_what, base, theirs, mine, wanted) => {
    const { merged, conflicts } = mergeNewsletters({
      base: documentOf(base),
      theirs: documentOf(theirs),
      mine: documentOf(mine),
    });
    expect(conflicts).toEqual([]);
    expect(merged.document.columns).toEqual([[wanted]]);
  });

  it.each([
    ['the same words', textOf('<p>At ten</p>'), textOf('<p>At nine</p>'), textOf('<p>At eleven</p>')],
    [
      'words that touch',
      textOf('<p>At ten o’clock</p>'),
      textOf('<p>At nine o’clock</p>'),
      textOf('<p>At ten sharp o’clock</p>'),
    ],
    [
      'tags that would cross',
      textOf('<p>One two three</p>'),
      textOf('<p><strong>One two</strong> three</p>'),
      textOf('<p>One <em>two three</em></p>'),
    ],
    [
      'the same field of an event',
      eventOf(row('a')),
      eventOf(row('a', { date: '2026-12-06' })),
      eventOf(row('a', { date: '2026-12-07' })),
    ],
    [
      'an event that is removed and changed',
      eventOf(row('a'), row('b')),
      eventOf(row('b')),
      eventOf(row('a', { time: '10:00' }), row('b')),
    ],
    [
      'an event that is replaced and changed',
      eventOf(row('a', { description: '' })),
      eventOf(row('n', { title: 'Play', date: '2026-12-12', description: '' })),
      eventOf(row('a', { time: '10:00', description: '' })),
    ],
    ['the description of another picture', picture('one'), picture('two'), picture('one', { alt: 'Cakes' })],
    ['two pictures', picture('one'), picture('two'), picture('three')],
    [
      'rows of a table',
      table(['Chess', 'Mon']),
      table(['Chess', 'Mon'], ['Choir', 'Tue']),
      table(['Chess', 'Mon'], ['Band', 'Wed']),
    ],
  ])('asks about %s, and keeps mine until then', (_what, base, theirs, mine) => {
    const { merged, conflicts } = mergeNewsletters({
      base: documentOf(base),
      theirs: documentOf(theirs),
      mine: documentOf(mine),
    });
    expect(conflicts).toEqual([{ block: base.name, base, theirs, mine }]);
    expect(merged.document.columns).toEqual([[mine]]);
    const [conflict] = conflicts;
    expect(conflict && withSide(merged, conflict, 'theirs').document.columns).toEqual([[theirs]]);
  });

  it.each(['theirs', 'mine'] as const)(
    'asks about a block that one removes and the other changes, and takes %s',
    (side) => {
      const base = documentOf(textOf('<p>One</p>'), picture('one'));
      const changed = documentOf(textOf('<p>Two</p>'), picture('one'));
      const { merged, conflicts } = mergeNewsletters({
        base,
        theirs: documentOf(picture('one')),
        mine: changed,
      });
      expect(conflicts).toEqual([
        { block: 'text', base: textOf('<p>One</p>'), theirs: null, mine: textOf('<p>Two</p>') },
      ]);
      const [conflict] = conflicts;
      const settled = conflict && withSide(merged, conflict, side);
      expect(settled && names(settled)).toEqual(side === 'mine' ? ['text', 'photo'] : ['photo']);
    },
  );

  it('merges settings, and asks about one that both have changed', () => {
    const base = documentOf(textOf('<p>One</p>'));
    const theirs = { title: 'Friday news', document: { ...base.document, issueDate: '2026-12-04' } };
    const mine = { title: 'Weekly news', document: { ...base.document, design: 'poster' as const } };
    const { merged, conflicts } = mergeNewsletters({ base, theirs, mine });
    expect(merged).toEqual({ title: 'Weekly news', document: { ...mine.document, issueDate: '2026-12-04' } });
    expect(conflicts).toEqual([{ setting: 'title', theirs, mine }]);
    const [conflict] = conflicts;
    expect(conflict && withSide(merged, conflict, 'theirs').title).toBe('Friday news');
  });

  it('keeps both columns when one person changes the layout and the other the words', () => {
    const base = documentOf(textOf('<p>One</p>'), picture('one'));
    const theirs = { title: 'News', document: changeLayout(base.document, 'two_columns_center') };
    const mine = documentOf(textOf('<p>Two</p>'), picture('one'));
    const { merged, conflicts } = mergeNewsletters({ base, theirs, mine });
    expect(conflicts).toEqual([]);
    expect(merged.document.columns.length).toBe(2);
    expect(findBlock(merged.document, 'text')).toEqual(textOf('<p>Two</p>'));
  });
});
