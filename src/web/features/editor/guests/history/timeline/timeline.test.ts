import { expect, it } from 'vitest';
import { twoColumns } from '#test/support/editor/documents.ts';
import { compareVersions } from '#web/features/editor/guests/history/comparison.ts';
import { timelineDay } from '#web/words/days.ts';
import { byDay, timelineOf } from './timeline.ts';

const state = (
  id: string,
  reason: 'work' | 'published' | 'opened',
  at: string,
  edition: string | null = null,
) => ({
  id,
  type: 'state' as const,
  attributes: {
    version: 1,
    reason,
    person_name: null,
    began_at: at,
    saved_at: at,
    title: 'News',
    edition_id: edition,
    sent_to: 0,
    restored_from: null,
    started_from: null,
    changed: '',
  },
});
const edition = {
  id: 'e',
  type: 'edition' as const,
  attributes: {
    version: 1,
    title: 'News',
    person_name: null,
    published_at: '2026-10-01T09:00:00.000Z',
    redrawn_at: null,
    sent_to: 214,
    sendings: [
      {
        id: 's',
        subject: 'News',
        audience: null,
        sender: 'Priya',
        started_at: '2026-10-01T23:30:00.000Z',
        sent: 214,
        failed: 0,
        unconfirmed: 0,
      },
    ],
  },
};
const SENT = { editions: [edition], earlier: [] };
const NOTHING_SENT = { editions: [], earlier: [] };
const STATES = [
  state('late', 'work', '2026-10-02T08:00:00.000Z'),
  state('out', 'published', '2026-10-01T09:00:00.000Z', 'e'),
  state('first', 'opened', '2026-09-30T09:00:00.000Z'),
];

const ZONE = 'Europe/London';

it('lists states and sendings, newest first, a sending with the state that was sent', () => {
  expect(
    timelineOf(STATES, SENT, ZONE).map(({ words, person, stateId }) => [words, person, stateId]),
  ).toEqual([
    ['A moment’s work', 'Somebody who has left', 'late'],
    ['Sent to 214', 'Priya', 'out'],
    ['Published', 'Somebody who has left', 'out'],
    ['Opened', '', 'first'],
  ]);
});

it('lists what was sent before editions were kept, with no state to show', () => {
  const [sending] = edition.attributes.sendings;
  if (sending === undefined) throw new Error('The edition has a sending');
  const earlier = [sending, { ...sending, id: 'left', sender: '', started_at: '2026-10-01T23:00:00.000Z' }];
  expect(timelineOf([], { editions: [], earlier }, ZONE)).toMatchObject([
    { kind: 'sent', words: 'Sent before editions were kept', person: 'To 214, by Priya', stateId: null },
    { kind: 'sent', words: 'Sent before editions were kept', person: 'To 214', stateId: null },
  ]);
});

it.each([
  ['08:00:29', 'A moment’s work'],
  ['08:01:10', 'One minute of work'],
  ['08:04:00', 'Four minutes of work'],
  ['08:09:59', 'Ten minutes of work'],
])('says how long somebody worked until %s', (until, words) => {
  const work = state('w', 'work', '2026-10-02T08:00:00.000Z');
  const attributes = { ...work.attributes, saved_at: `2026-10-02T${until}.000Z` };
  expect(timelineOf([{ ...work, attributes }], NOTHING_SENT, ZONE)[0]?.words).toBe(words);
});

const by = (id: string, person_name: string, at: string) => {
  const work = state(id, 'work', `2026-10-02T${at}:00.000Z`);
  return { ...work, attributes: { ...work.attributes, person_name } };
};

it('joins what two people saved in turn within ten minutes, and nothing else', () => {
  const [a1, i1, a2, i2] = [
    by('a1', 'Ada', '08:00'),
    by('i1', 'Ivy', '08:01'),
    by('a2', 'Ada', '08:02'),
    by('i2', 'Ivy', '08:11'),
  ];
  const listed = (states: readonly ReturnType<typeof by>[]) =>
    timelineOf(states.toReversed(), NOTHING_SENT, ZONE).map((entry) => [
      entry.stateId,
      entry.words,
      entry.person,
      entry.inside.map(({ stateId }) => stateId).join(' '),
    ]);
  expect(listed([a1, i1, a2, i2])).toEqual([
    ['i2', 'A moment’s work', 'Ivy', ''],
    ['a2', 'Two minutes of work', 'Ada and Ivy', 'a2 i1 a1'],
  ]);
  // Nobody comes twice, or only one person wrote.
  expect(listed([a1, i1]).map(([id]) => id)).toEqual(['i1', 'a1']);
  expect(listed([a1, a2]).map(([id]) => id)).toEqual(['a2', 'a1']);
  const out = by('p', 'Ivy', '08:01');
  const published = { ...out, attributes: { ...out.attributes, reason: 'published' as const } };
  expect(listed([a1, published, a2]).map(([id]) => id)).toEqual(['a2', 'p', 'a1']);
});

it('names the state that was brought back, if that is known', () => {
  const { attributes, ...rest } = state('r', 'opened', '2026-10-02T08:00:00.000Z');
  const restored = (restored_from: string | null) => {
    const changed = { ...rest, attributes: { ...attributes, reason: 'restored' as const, restored_from } };
    return timelineOf([changed], NOTHING_SENT, ZONE)[0]?.words;
  };
  expect(restored(null)).toBe('Restored');
  expect(restored('2026-10-01T13:02:00.000Z')).toBe('Restored, to Thu 1 Oct, 14:02');
  const started_from = 'Autumn news';
  const begun = { ...rest, attributes: { ...attributes, reason: 'created' as const, started_from } };
  expect(timelineOf([begun], NOTHING_SENT, ZONE)[0]?.words).toBe('Started from “Autumn news”');
});

it('says from where a block has moved', () => {
  const before = twoColumns(['a', 'b', 'c'], ['d']);
  const movedIn = (after: typeof before, isRightToLeft = false) =>
    [...compareVersions(before, after, isRightToLeft).marks].map(([name, { detail }]) => [name, detail]);
  expect(movedIn(twoColumns(['b', 'c'], ['d', 'a']))).toEqual([['a', 'from the left column']]);
  expect(movedIn(twoColumns(['b', 'c'], ['d', 'a']), true)).toEqual([['a', 'from the right column']]);
  expect(movedIn(twoColumns(['c', 'a', 'b'], ['d']))).toEqual([['c', 'up']]);
});

it('groups them by the school’s day', () => {
  const days = byDay(timelineOf(STATES, SENT, ZONE), ZONE);
  expect(days.map(({ day, entries }) => [day, entries.length])).toEqual([
    ['2026-10-02', 2],
    ['2026-10-01', 1],
    ['2026-09-30', 1],
  ]);
});

it('names today and yesterday', () => {
  const name = (day: string) => timelineDay(day, '2026-10-02');
  expect(['2026-10-02', '2026-10-01', '2026-09-30'].map(name)).toEqual([
    'Today',
    'Yesterday',
    'Wednesday, 30 September 2026',
  ]);
});
