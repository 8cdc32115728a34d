import type { BlockDate } from '#newsletter/document/block.ts';
import type { Block } from '#newsletter/document/document.ts';
import { datesOf } from '#newsletter/document/traits.ts';
import { shortDay } from '#newsletter/values/dates.ts';

/** A date that differs from what families have read: cancelled, on again, or moved to another day or time. */
export interface DateNews {
  readonly is: 'off' | 'on' | 'changed';
  readonly title: string;
  /** In the form `YYYY-MM-DD`. */
  readonly date: string;
  readonly time?: string | undefined;
}

/** The changes of a block's dates that families have to know about. */
export function dateNews(was: Block, is: Block): readonly DateNews[] {
  return newsByRow(was, is).map(({ news }) => news);
}

/** The changes of a block's dates, in words; empty if there are none. */
export function dateChanges(was: Block, is: Block): readonly string[] {
  const [old, now] = [datesByRow(was), datesByRow(is)];
  const news = newsByRow(was, is);
  const named = new Set(news.map(({ row }) => row));
  const changed = [...now].filter(
    ([row, date]) => old.has(row) && !named.has(row) && JSON.stringify(old.get(row)) !== JSON.stringify(date),
  );
  const counts = [
    [[...now.keys()].filter((row) => !old.has(row)).length, 'added'],
    [changed.length, 'changed'],
    [[...old.keys()].filter((row) => !now.has(row)).length, 'removed'],
  ] as const;
  return [
    ...news.map(({ words }) => words),
    ...counts.flatMap(([count, verb]) =>
      count === 0 ? [] : [`${count} ${count === 1 ? 'date' : 'dates'} ${verb}`],
    ),
  ];
}

interface RowNews {
  readonly row: string;
  readonly words: string;
  readonly news: DateNews;
}

function newsByRow(was: Block, is: Block): readonly RowNews[] {
  const old = datesByRow(was);
  return datesOf(is).flatMap((date) => {
    const before = old.get(date.row);
    return before === undefined ? [] : (newsOf(before, date) ?? []);
  });
}

function newsOf(before: BlockDate, { row, title, date, time, isCancelled }: BlockDate): RowNews | null {
  const day = shortDay(date, 'en', date);
  const isMoved = before.date !== date;
  const isAtAnotherTime = time !== undefined && before.time !== time;
  const news = (isNow: DateNews['is'], words: string) => ({
    row,
    words,
    news: { is: isNow, title, date, ...(isNow !== 'off' && { time }) },
  });
  if (isCancelled) return before.isCancelled ? null : news('off', `${title}, ${day}, is cancelled`);
  if (before.isCancelled) return news('on', `${title}, ${day}, is on again`);
  if (isMoved) return news('changed', `${title} is now on ${day}${isAtAnotherTime ? `, ${time}` : ''}`);
  return isAtAnotherTime ? news('changed', `${title}, ${day}, is now at ${time}`) : null;
}

function datesByRow(block: Block): ReadonlyMap<string, BlockDate> {
  return new Map(datesOf(block).map((date) => [date.row, date]));
}
