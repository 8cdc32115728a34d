import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { TEXT_MAX } from '#contract/fields.ts';
import { useTitle } from '#web/kit/use-title.ts';
import { useEditor, useTools } from './editor-context.tsx';
import { rename } from './editor-state.ts';
import { act } from './editor-store.ts';
import classes from './editor-subheader.module.css';

/** The newsletter's title, edited in place: Enter keeps it, Escape goes back, an empty one is not taken. */
export function TitleField() {
  const { editing } = useTools();
  const title = useEditor((state) => state.title);
  const [typed, setTyped] = useState<string | null>(null);
  // Enter and Escape lead back to where the title stands; who has clicked elsewhere is there.
  const [comesBack, setComesBack] = useState(false);
  useTitle(title);
  if (typed === null) {
    return (
      <h1 className={classes.title}>
        <button
          ref={comesBack ? focusIt : undefined}
          type="button"
          className={classes.titleButton}
          data-title=""
          onClick={() => setTyped(title)}
        >
          <span className={classes.titleText}>{title}</span>
          <IconPencil size={16} stroke={1.75} className={classes.pencil} aria-hidden="true" />
          <span className="visually-hidden">, rename</span>
        </button>
      </h1>
    );
  }
  const end = (words: string, isByKey: boolean) => {
    act(editing.store, rename, words);
    setComesBack(isByKey);
    setTyped(null);
  };
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <input
        className={classes.titleInput}
        aria-label="Newsletter Title"
        maxLength={TEXT_MAX}
        value={typed}
        ref={selectAll}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => end(typed, false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') end(typed, true);
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          end(title, true);
        }}
      />
    </>
  );
}

function focusIt(element: HTMLElement | null): void {
  element?.focus();
}

function selectAll(element: HTMLInputElement | null): void {
  element?.select();
}
