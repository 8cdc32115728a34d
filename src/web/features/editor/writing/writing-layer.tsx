import '#web/styles/app-controls.ts';
import type { Editor } from '@tiptap/core';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import type { Block } from '#newsletter/document/document.ts';
import { type TextOf, textsOf } from '#newsletter/document/traits.ts';
import type { CaretRequest } from '#web/features/editor/kernel/caret.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { AroundCaret } from '#web/features/editor/kernel/insertion.ts';
import { useBlockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { flushChange, focusFirstField } from '#web/features/editor/kernel/places/focus.ts';
import { checkBlock, edit, shownBlock } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { mayAddBelow } from '#web/features/editor/kernel/state/rights.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useRight } from '#web/features/editor/kernel/use-right.ts';
import { offerTypedRows } from '#web/features/editor/pasting/offer-rows.ts';
import { pasteAtCaret } from '#web/features/editor/pasting/paste-at-caret.ts';
import type { FieldBox } from './measure-fields.ts';
import { runKeyEffect } from './run-key-effect.ts';
import { useFieldBoxes } from './use-field-boxes.ts';
import type { KeyEffect } from './writing-keys.ts';
import { WritingSurface } from './writing-surface.tsx';
import { WritingTools } from './writing-tools.tsx';

interface Field {
  readonly box: FieldBox;
  readonly text: TextOf;
}

/** The words of the selected block, typed where they are drawn. `onShown` receives the function to call after each drawing. */
export function WritingLayer({
  block,
  host,
  onShown,
}: {
  block: Block;
  host: RefObject<HTMLElement | null>;
  onShown: (listener: (() => void) | null) => void;
}) {
  const fields = fieldsOf(block, useFieldBoxes(block, host, onShown));
  const { editing, school } = useTools();
  const { name, type } = block;
  const called = useBlockLabel(name);
  const mayAdd = mayAddBelow(useRight(name));
  const { problems } = checkBlock(block);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const { active, setActive, hideTools } = useActiveField();
  const caret = useCaretRequest(name, fields);
  useOfferOfRows(block);
  const shown = fields.find(({ text }) => text.path === active?.path);
  return (
    <>
      {fields.map(({ box, text }, index) => (
        <WritingSurface
          key={text.path}
          box={box}
          text={text}
          label={text.label ?? called}
          language={school.language}
          problem={text.text !== '' || touched.has(text.path) ? problems[text.path] : undefined}
          offersBlocks={mayAdd && EDITORS[type].offersBlocks === true}
          caret={caret.requestAt(text.path)}
          takeCaret={caret.take}
          onTypedOn={(words) => typeBelow(editing, name, words)}
          onChange={(words) => typeWords(editing, name, text.path, words)}
          later={editing.store.later}
          onEffect={(effect) => {
            const beside = effect === 'next' ? fields[index + 1] : fields[index - 1];
            if ((effect === 'next' || effect === 'previous') && beside !== undefined)
              caret.ask(beside.text.path, effect === 'next' ? 'start' : 'end');
            else leaveFieldBy(effect, editing, block);
          }}
          onSlash={(around, typed = '') => offerBlocks(editing, name, around, typed)}
          onPaste={(data, around) => pasteAtCaret(editing, name, data, around)}
          onFocus={(editor) => setActive({ path: text.path, editor })}
          onBlur={() => {
            editing.store.settle();
            // Somebody who looks for a block to replace this one is not done with it.
            if (editing.insertion.getState()?.block === name) return;
            setTouched((before) => new Set(before).add(text.path));
          }}
        />
      ))}
      {shown !== undefined && active !== null && (
        <Tools name={name} text={shown.text} editor={active.editor} mayAdd={mayAdd} onHide={hideTools} />
      )}
    </>
  );
}

/** The tools for the words of a field, in the strip above the canvas. */
function Tools({
  name,
  text,
  editor,
  mayAdd,
  onHide,
}: {
  name: string;
  text: TextOf;
  editor: Editor;
  mayAdd: boolean;
  onHide: () => void;
}) {
  const { editing, school, strip, isPhone } = useTools();
  const leave = useCallback(() => {
    runKeyEffect(editing, name, 'leave');
    if (isPhone) editing.lastLeft.current = name;
  }, [editing, isPhone, name]);
  const showSettings = useCallback(
    ({ view }: Editor) => {
      // Not the engine's own command, which waits for a frame: the form is hidden while the words have the focus.
      view.dom.blur();
      flushChange(onHide);
      focusFirstField();
    },
    [onHide],
  );
  return (
    strip &&
    createPortal(
      <WritingTools
        name={name}
        editor={editor}
        language={school.language}
        isRich={text.format === 'rich'}
        mayAdd={mayAdd}
        onDone={leave}
        onSettings={showSettings}
      />,
      strip,
    )
  );
}

/** The field that has the caret, or had it last, with its editor, which the session's `typing` gets too. */
function useActiveField() {
  const { typing } = useTools().editing;
  const [active, setActive] = useState<{ readonly path: string; readonly editor: Editor } | null>(null);
  useEffect(() => {
    typing.setState(active?.editor ?? null, true);
    return () => typing.setState(null, true);
  }, [typing, active]);
  return { active, setActive, hideTools: useCallback(() => setActive(null), []) };
}

/** Offers to turn typed lines into rows once the block is left. */
function useOfferOfRows(block: Block): void {
  const { editing } = useTools();
  const { name } = block;
  const first = useRef(textsOf(block)[0]?.text ?? '');
  useEffect(() => () => offerTypedRows(editing, name, first.current), [editing, name]);
}

/** The request for the caret in one of a block's fields. */
function useCaretRequest(name: string, fields: readonly Field[]) {
  const { caret } = useTools().editing;
  const request = useStore(caret);
  const wanted = request?.block === name ? pathFor(request, fields) : undefined;
  return {
    requestAt: (path: string) => (path === wanted ? request : null),
    /** Takes the current request; null if it is for another field. */
    take: (path: string) => {
      const now = caret.getState();
      if (now?.block !== name || pathFor(now, fields) !== path) return null;
      caret.setState(null, true);
      return now;
    },
    ask: (path: string, at: 'start' | 'end') => caret.setState({ block: name, path, at }, true),
  };
}

function typeWords({ store }: EditorSession, name: string, path: string, words: string): void {
  // The block as it is now, not as it was drawn.
  const now = shownBlock(store.getState(), name);
  const text = now && textsOf(now).find((each) => each.path === path);
  if (text) act(store, edit, name, text.replace(words).value);
}

/** Goes on with `words` in a new block. */
function typeBelow(editing: EditorSession, name: string, words: string): void {
  runKeyEffect(editing, name, 'add-below');
  editing.caret.setState((next) => next && { ...next, typed: words }, true);
}

function offerBlocks(
  { insertion }: EditorSession,
  block: string,
  around: AroundCaret | null,
  typed: string,
): void {
  if (around === null) insertion.setState({ block, at: 'instead', typed }, true);
  else insertion.setState({ block, at: 'inside', around, typed }, true);
}

function leaveFieldBy(effect: KeyEffect, editing: EditorSession, { name, type }: Block): void {
  if (EDITORS[type].isWrittenInPlace === true || !OF_WHOLE_BLOCKS.has(effect))
    runKeyEffect(editing, name, effect);
  // The rest of the block is in its form, where rows are added and removed.
  else if (effect === 'add-below') runKeyEffect(editing, name, 'leave');
}

const OF_WHOLE_BLOCKS: ReadonlySet<KeyEffect> = new Set(['add-below', 'remove']);

function fieldsOf(block: Block, boxes: readonly FieldBox[]): readonly Field[] {
  const texts = new Map(textsOf(block).map((text) => [text.path, text]));
  return boxes.flatMap((box) => {
    const text = texts.get(box.path);
    return text === undefined ? [] : [{ box, text }];
  });
}

/** The field that a request means. */
function pathFor({ path, at }: CaretRequest, fields: readonly Field[]): string | undefined {
  if (path !== undefined) return path;
  return (at === 'end' ? fields.at(-1) : fields[0])?.text.path;
}
