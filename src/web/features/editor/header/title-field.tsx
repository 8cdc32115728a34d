import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTitle } from '#web/app/use-title.ts';
import { titleProblem } from '#web/features/editor/kernel/state/editor-state.ts';
import { beginTitleRun, type TitleRun } from '#web/features/editor/kernel/state/editor-store.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { useIsTitleAsked } from '#web/newsletter-ui/asked-title.ts';
import classes from './editor-subheader.module.css';

/** The newsletter's title, edited in place: Enter accepts, Escape cancels. An invalid title is not stored. */
export function TitleField() {
  const { editing } = useTools();
  const title = useEditor((state) => state.title);
  const isAsked = useIsTitleAsked();
  const [run, setRun] = useState<TitleRun | null>(() => (isAsked ? beginTitleRun(editing.store) : null));
  // Enter and Escape return the focus to the title; a click elsewhere has moved it.
  const [returnsFocus, setReturnsFocus] = useState(false);
  useTitle(title);
  if (editing.isContributor)
    return (
      <h1 className={`${classes.title} ${classes.titleToRead}`}>
        <span className={classes.titleText}>{title}</span>
      </h1>
    );
  if (run === null) {
    return (
      <h1 className={classes.title}>
        <button
          ref={returnsFocus ? focusElement : undefined}
          type="button"
          className={classes.titleButton}
          data-title=""
          onClick={() => setRun(beginTitleRun(editing.store))}
        >
          <span className={classes.titleText}>{title}</span>
          <IconPencil size={16} stroke={1.75} className={classes.pencil} aria-hidden="true" />
          <span className="visually-hidden">, rename</span>
        </button>
      </h1>
    );
  }
  const end = (isByKey: boolean) => {
    run.end();
    setReturnsFocus(isByKey);
    setRun(null);
  };
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <TitleInput title={title} run={run} onEnd={end} />
    </>
  );
}

function TitleInput({
  title,
  run,
  onEnd,
}: {
  title: string;
  run: TitleRun;
  onEnd: (isByKey: boolean) => void;
}) {
  const [typed, setTyped] = useState(title);
  const problem = titleProblem(typed);
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return;
    // Otherwise the same key press would activate the button that replaces the input.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') run.cancel();
    else if (problem !== null) return;
    onEnd(true);
  };
  return (
    <div className={classes.titleBox}>
      <input
        className={classes.titleInput}
        aria-label="Newsletter Title"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : 'title-problem'}
        value={typed}
        ref={selectAll}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          run.type(value);
        }}
        onBlur={() => onEnd(false)}
        onKeyDown={onKeyDown}
      />
      {problem !== null && (
        <p id="title-problem" role="alert" className={classes.titleProblem}>
          {problem}. The title stays “{title}”
        </p>
      )}
    </div>
  );
}

function focusElement(element: HTMLElement | null): void {
  element?.focus();
}

function selectAll(element: HTMLInputElement | null): void {
  element?.select();
}
