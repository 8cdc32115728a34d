import { expect, it } from 'vitest';
import { byDay, dayWords, timelineOf } from './timeline.ts';

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
        sender: 'Priya',
        started_at: '2026-10-01T23:30:00.000Z',
        sent: 214,
        failed: 0,
      },
    ],
  },
};
const STATES = [
  state('late', 'work', '2026-10-02T08:00:00.000Z'),
  state('out', 'published', '2026-10-01T09:00:00.000Z', 'e'),
  state('first', 'opened', '2026-09-30T09:00:00.000Z'),
];

it('lists states and sendings, newest first, a sending with the state that was sent', () => {
  expect(timelineOf(STATES, [edition]).map(({ words, person, stateId }) => [words, person, stateId])).toEqual(
    [
      ['Ten minutes of work', 'Somebody who has left', 'late'],
      ['Sent to 214', 'Priya', 'out'],
      ['Published', 'Somebody who has left', 'out'],
      ['Opened', '', 'first'],
    ],
  );
});

it('groups them by the school’s day', () => {
  const days = byDay(timelineOf(STATES, [edition]), 'Europe/London');
  expect(days.map(({ day, entries }) => [day, entries.length])).toEqual([
    ['2026-10-02', 2],
    ['2026-10-01', 1],
    ['2026-09-30', 1],
  ]);
});

it('names today and yesterday', () => {
  const name = (day: string) => dayWords(day, '2026-10-02');
  expect(['2026-10-02', '2026-10-01', '2026-09-30'].map(name)).toEqual([
    'Today',
    'Yesterday',
    'Wednesday, 30 September 2026',
  ]);
});
