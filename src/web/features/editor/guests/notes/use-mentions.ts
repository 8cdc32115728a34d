import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useStore } from 'zustand';
import type { Colleague } from '#contract/notes.ts';
import { afterPress } from '#ui/after-press.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { currentSession } from '#web/session/session.ts';
import { mentionsIn } from './mentions.ts';
import { notesOf } from './notes-of.ts';
import { readsAt } from './threads.ts';
import { unknownName } from './unknown-name.ts';

/** How many colleagues are offered. */
const OFFERED = 6;
/** An @ before the caret with the beginning of a name, which may have a space. */
const ASKED = /(?:^|[\s(])@([^\s@]*(?: [^\s@]*)?)$/u;

export type Mentions = ReturnType<typeof useMentions>;

/** Offers the colleagues who read a thread (`thread` as of `threadKey`) while one types @ and the beginning of a name. */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  thread: string,
  words: string,
  onChange: (words: string, caret: number) => void,
) {
  const { editing } = useTools();
  const { announce } = editing;
  const notes = notesOf(editing);
  const known = useStore(notes.state, (state) => state.colleagues);
  const document = useEditor((state) => state.document);
  const colleagues = known.filter((each) => readsAt(document, each, thread));
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const asked = caret === null ? undefined : ASKED.exec(words.slice(0, caret))?.[1];
  const found = asked === undefined ? [] : matching(colleagues, asked);
  const inVain = useNamedInVain(words, known, colleagues, found.length > 0 ? caret : null);
  const at = Math.min(chosen, found.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;
  const choose = (name: string) => {
    if (caret === null || asked === undefined) return;
    const before = `${words.slice(0, caret - asked.length)}${name} `;
    onChange(before + words.slice(caret), before.length);
    setCaret(null);
    field.current?.focus();
  };
  const follow = () => {
    const { current } = field;
    setCaret(current?.selectionStart === current?.selectionEnd ? (current?.selectionStart ?? null) : null);
    setChosen(0);
  };
  return {
    ...inVain,
    found,
    at,
    listId,
    optionId,
    choose,
    /** Whether the key was for the list. */
    onKeyDown(event: KeyboardEvent): boolean {
      const name = found[at]?.name;
      if (name === undefined) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        const next = (at + step + found.length) % found.length;
        setChosen(next);
        announce(found[next]?.name ?? '');
      } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey)
        choose(name);
      else if (event.key === 'Escape') setCaret(null);
      else return false;
      event.preventDefault();
      return true;
    },
    /** Props for the text field. */
    field: {
      onKeyUp: (event: KeyboardEvent) => {
        if (!['ArrowDown', 'ArrowUp', 'Escape', 'Enter', 'Tab'].includes(event.key)) follow();
      },
      onClick: follow,
      onInput: follow,
      // The list is above the buttons: if it closed before the press ends, the pressed button would move away.
      onBlur: () => afterPress(() => setCaret(null)),
      ...(found.length > 0 && {
        'aria-autocomplete': 'list' as const,
        'aria-controls': listId,
        'aria-activedescendant': optionId(at),
      }),
    },
  };
}

/** Finds names that reach nobody. `known`: all colleagues; `readers`: those who read the thread; `caret`: end of an unfinished name. */
function useNamedInVain(
  words: string,
  known: readonly Colleague[],
  readers: readonly Colleague[],
  caret: number | null,
) {
  const { editing } = useTools();
  const people = useStore(editing.parts, (state) => state.people);
  const isLoaded = useStore(notesOf(editing).state, ({ step }) => step === 'ready');
  const unreached = people.find(
    ({ id, name }) =>
      mentionsIn(words, [{ id, name }]).length > 0 && readers.every((reader) => reader.id !== id),
  );
  return {
    /** The name of somebody who is mentioned but reads no notes. */
    unreached: unreached?.name ?? null,
    /** The warning about a name that nobody has; null: none. */
    unknown: isLoaded ? unknownName(words, [...known, ...people], caret) : null,
  };
}

function matching(colleagues: readonly Colleague[], asked: string): readonly Colleague[] {
  const own = currentSession()?.user.id;
  const beginning = asked.toLocaleLowerCase('en');
  return colleagues
    .filter(({ id, name }) => id !== own && isNamedBy(name.toLocaleLowerCase('en'), beginning))
    .slice(0, OFFERED);
}

// Matches the beginning of any word of the name.
function isNamedBy(name: string, beginning: string): boolean {
  return ` ${name}`.includes(` ${beginning}`) && name !== beginning.trim();
}
