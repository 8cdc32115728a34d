import { type ImportAnswers, type UnknownWord, WORD_MAX } from '#contract/groups/import-questions.ts';
import { type State, type StateKind, stateIn } from './states.ts';

/** Whether a person is on the list that the file comes from, off it, off it as mail came back, or marked with an unknown word. */
export type RowState = 'on' | 'off' | 'came_back' | { readonly unknown: string };

interface Noted {
  readonly word: string;
  readonly isOn: boolean | null;
  families: number;
}

/** Reads a file's columns of states, and collects the words that it does not know. */
export class StateReader {
  readonly #noted = new Map<string, Noted>();
  readonly #answers: ReadonlyMap<string, boolean>;

  constructor(words: ImportAnswers['words'] = []) {
    this.#answers = new Map(words.map(({ word, is_on }) => [word.toLowerCase(), is_on]));
  }

  /** The combined meaning of a row's cells: any that says off wins. */
  read(cells: readonly { readonly kind: StateKind; readonly cell: string }[]): RowState {
    const states = cells.map(({ kind, cell }) => ({
      kind,
      word: cell.slice(0, WORD_MAX),
      state: stateIn(kind, cell),
    }));
    for (const off of ['off', 'came_back'] as const)
      if (states.some(({ state }) => state === off)) return off;
    const saysOn = states.some(({ kind, word, state }) => kind === 'word' && word !== '' && state === 'on');
    const unknown = states
      .filter(
        ({ state, kind, word }) => state === 'unknown' && !(saysOn && kind === 'opted_in' && word === ''),
      )
      .map(({ word }) => ({ word, state: this.#answerOf(word) }));
    if (unknown.some(({ state }) => state === 'off')) return 'off';
    const asked = unknown.find(({ state }) => state === 'unknown');
    return asked === undefined ? 'on' : { unknown: asked.word };
  }

  /** The unknown words, in the order of the file. */
  words(): readonly UnknownWord[] {
    return [...this.#noted.values()].map(({ word, families, isOn }) => ({ word, families, is_on: isOn }));
  }

  #answerOf(word: string): State {
    const key = word.toLowerCase();
    const noted = this.#noted.get(key) ?? { word, families: 0, isOn: this.#answers.get(key) ?? null };
    this.#noted.set(key, noted);
    noted.families += 1;
    if (noted.isOn === null) return 'unknown';
    return noted.isOn ? 'on' : 'off';
  }
}
