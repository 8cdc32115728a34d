import { GIVEN_UP_MAX, KEPT_MAX } from '#contract/newsletters.ts';
import type { SaveNotes } from '#web/features/editor/kernel/saver.ts';

const NO_NOTES: SaveNotes = { restores: false, givenUp: [], kept: [] };

/** The notes for the next saves. They wait until the server has them, since given-up versions may exist nowhere else. */
export interface WaitingNotes {
  /** All notes that wait or are on their way. The same object until it changes. */
  all(): SaveNotes;
  add(notes: Partial<SaveNotes>): void;
  /** Takes the notes for the save that begins: no more than the server accepts at once. */
  take(): SaveNotes;
  /** Notes how the save that carried them has ended. */
  settle(outcome: 'stored' | 'refused' | 'again'): void;
  forget(): void;
}

export function createWaitingNotes(): WaitingNotes {
  let waiting = NO_NOTES;
  let underWay = NO_NOTES;
  let all = NO_NOTES;
  const set = (next: SaveNotes, sent: SaveNotes) => {
    waiting = next;
    underWay = sent;
    all = both(underWay, waiting);
  };
  return {
    all: () => all,
    add: (notes) => set(both(waiting, { ...NO_NOTES, ...notes }), underWay),
    take() {
      const { restores, givenUp, kept } = waiting;
      const later = { ...NO_NOTES, givenUp: givenUp.slice(GIVEN_UP_MAX) };
      set(later, { restores, givenUp: givenUp.slice(0, GIVEN_UP_MAX), kept: kept.slice(0, KEPT_MAX) });
      return underWay;
    },
    settle: (how) => set(how === 'again' ? both(underWay, waiting) : waiting, NO_NOTES),
    forget: () => set(NO_NOTES, NO_NOTES),
  };
}

function both(one: SaveNotes, other: SaveNotes): SaveNotes {
  if (one === NO_NOTES) return other;
  if (other === NO_NOTES) return one;
  return {
    restores: one.restores || other.restores,
    givenUp: [...one.givenUp, ...other.givenUp],
    kept: [...new Set([...one.kept, ...other.kept])],
  };
}
