import type { BlockDate } from '#newsletter/document/block.ts';
import type { Block, NewsletterDocument } from '#newsletter/document/document.ts';
import { withoutFooters } from '#newsletter/document/layout.ts';
import { inheritedTextOf, isHeading, withDate, withoutRows } from '#newsletter/document/traits.ts';
import { noticeWords } from '#newsletter/words/notice-words.ts';
import {
  type EditorState,
  remove,
  type StateChange,
  saveChanges,
} from '#web/features/editor/kernel/state/editor-state.ts';
import {
  type CarriedOver,
  exampleRows,
  type InventedDate,
  inventedDates,
  isAsBefore,
} from './carried-over.ts';
import { untouchedIn } from './carried-over-blocks.ts';

/** Removes all remaining examples as one step: whole blocks, or the remaining parts of blocks that their author has changed. */
export function removeExamples(
  state: EditorState,
  carriedOver: CarriedOver | null,
  language: string,
): StateChange {
  const staying = new Set(stayingHeadings(state, carriedOver));
  let now = state;
  for (const block of examplesIn(state, carriedOver)) {
    if (staying.has(block.name)) continue;
    const remaining = withoutExamples(block, carriedOver, language);
    if (remaining === block) continue;
    now = { ...now, ...(remaining === null ? remove(now, block.name) : saveChanges(now, remaining)) };
  }
  return now;
}

/** The names of the headings that are examples but have the school's own content below them, so that they stay, too. */
export function stayingHeadings(state: EditorState, carriedOver: CarriedOver | null): readonly string[] {
  const examples = examplesIn(state, carriedOver);
  const removed = new Set(
    examples.flatMap((block) => (withoutExamples(block, carriedOver, '') === null ? [block.name] : [])),
  );
  const below = belowHeadings(state.document);
  return examples.flatMap(({ name }) =>
    below.get(name)?.some((block) => !removed.has(block.name)) ? [name] : [],
  );
}

/** The titles of dates that can neither be removed, as the author has changed them, nor stay, as their day is the example's. */
export function datesToSettle(carriedOver: CarriedOver | null, blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) =>
    isAsBefore(carriedOver, block)
      ? []
      : inventedDates(carriedOver, block)
          .filter(needsDay)
          .map(({ date }) => date.title),
  );
}

function examplesIn(state: EditorState, carriedOver: CarriedOver | null): readonly Block[] {
  return untouchedIn(carriedOver, state).filter(({ name }) => carriedOver?.examples.has(name));
}

function withoutExamples(block: Block, carriedOver: CarriedOver | null, language: string): Block | null {
  // A footer without words of its own shows the name of the school and how to reach it.
  const inherited = inheritedTextOf(block);
  if (inherited !== null) return inherited.replace('');
  if (isAsBefore(carriedOver, block)) return null;
  const dates = inventedDates(carriedOver, block);
  const whole = dates.filter(({ isAll }) => isAll).map(({ date }) => date.row);
  const rest = withoutRows(block, new Set([...exampleRows(carriedOver, block), ...whole]));
  const inPart = dates.filter((date) => !date.isAll && !needsDay(date));
  return inPart.reduce((each, date) => each && withDate(each, withoutFields(date, language)), rest);
}

function needsDay({ fields, isAll }: InventedDate): boolean {
  return !isAll && fields.includes('date');
}

// A row needs a description: a standard notice takes the place of the date's words.
function withoutFields({ date, fields }: InventedDate, language: string): BlockDate {
  const { words } = noticeWords(language);
  return {
    ...date,
    ...(fields.includes('time') && { time: undefined, end: undefined }),
    ...(fields.includes('place') && { place: undefined }),
    ...(fields.includes('description') && {
      description: date.isCancelled === true ? words.off : words.reminder,
    }),
  };
}

/** The blocks below each heading until the next one, by its name. */
function belowHeadings({ columns }: NewsletterDocument): ReadonlyMap<string, readonly Block[]> {
  const below = new Map<string, Block[]>();
  const add = (block: Block, section: Block[] | null) => {
    if (!isHeading(block)) {
      section?.push(block);
      return section;
    }
    const own: Block[] = [];
    below.set(block.name, own);
    return own;
  };
  let open: Block[] | null = null;
  for (const segment of withoutFooters(columns)) {
    if ('wide' in segment) open = add(segment.wide, open);
    else {
      // A heading right above the columns is the heading of all of them.
      const shared: Block[] | null = open?.length === 0 ? open : null;
      for (const column of segment.columns)
        column.filter((block) => block !== null).reduce((section, block) => add(block, section), shared);
      open = null;
    }
  }
  return below;
}
