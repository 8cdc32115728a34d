import { type ImportAnswers, type UnknownWord, WORD_MAX } from '#contract/groups/import-questions.ts';
import { type State, type StateKind, stateIn } from './states.ts';

/** On the list that the file is from, off it, or what nobody has explained. */
export type RowState = 'on' | 'off' | { readonly unknown: string };

interface Noted {
  readonly word: string;
  readonly isOn: boolean | null;
  families: number;
}

/** Reads the columns of states of a file's rows, and collects the words that it does not know. */
export class StateReader {
  readonly #noted = new Map<string, Noted>();
  readonly #answers: ReadonlyMap<string, boolean>;

  constructor(words: ImportAnswers['words'] = []) {
    this.#answers = new Map(words.map(({ word, is_on }) => [word.toLowerCase(), is_on]));
  }

  /** What the cells of a row say together: any that says off wins. */
  read(cells: readonly { readonly kind: StateKind; readonly cell: string }[]): RowState {
    let unknown: string | null = null;
    let isOff = false;
    for (const { kind, cell } of cells) {
      const state = this.#stateOf(stateIn(kind, cell), cell.slice(0, WORD_MAX));
      isOff ||= state === 'off';
      if (state === 'unknown') unknown ??= cell.slice(0, WORD_MAX);
    }
    if (isOff) return 'off';
    return unknown === null ? 'on' : { unknown };
  }

  /** The unknown words, in the order of the file. */
  words(): readonly UnknownWord[] {
    return [...this.#noted.values()].map(({ word, families, isOn }) => ({ word, families, is_on: isOn }));
  }

  #stateOf(state: State, word: string): State {
    if (state !== 'unknown') return state;
    const key = word.toLowerCase();
    const noted = this.#noted.get(key) ?? { word, families: 0, isOn: this.#answers.get(key) ?? null };
    this.#noted.set(key, noted);
    noted.families += 1;
    if (noted.isOn === null) return 'unknown';
    return noted.isOn ? 'on' : 'off';
  }
}
