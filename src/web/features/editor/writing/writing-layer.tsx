import '#web/styles/app-controls.ts';
import type { Editor } from '@tiptap/core';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import type { Block } from '#newsletter/document/document.ts';
import { type TextOf, textsOf } from '#newsletter/document/traits.ts';
import { useBlockLabel } from '#web/features/editor/canvas/block-labels.ts';
import { flushChange, focusFirstField } from '#web/features/editor/canvas/focus.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { checkBlock, edit, shownBlock } from '#web/features/editor/kernel/editor-state.ts';
import { act } from '#web/features/editor/kernel/editor-store.ts';
import { mayAddBelow } from '#web/features/editor/kernel/rights.ts';
import { useRight } from '#web/features/editor/kernel/use-right.ts';
import { offerTypedRows } from '#web/features/editor/pasting/offer-rows.ts';
import { pasteAtCaret } from '#web/features/editor/pasting/paste-at-caret.ts';
import type { CaretRequest } from './caret.ts';
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

/** The words of the selected block, typed where they stand. `onShown` takes what to call after each drawing. */
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
  const { editing, school, strip, isPhone } = useTools();
  const { name } = block;
  const called = useBlockLabel(name);
  const [active, setActive] = useState<{ readonly path: string; readonly editor: Editor } | null>(null);
  useEffect(() => {
    editing.typing.setState(active?.editor ?? null, true);
    return () => editing.typing.setState(null, true);
  }, [editing, active]);
  const first = useRef(textsOf(block)[0]?.text ?? '');
  useEffect(() => () => offerTypedRows(editing, name, first.current), [editing, name]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { problems } = checkBlock(block);
  const request = useStore(editing.caret);
  const places = useRef(fields);
  places.current = fields;
  const takeCaret = useCallback(
    (path: string) => {
      const now = editing.caret.getState();
      if (now?.block !== name || pathFor(now, places.current) !== path) return null;
      editing.caret.setState(null, true);
      return now;
    },
    [editing, name],
  );
  const typeOn = useCallback(
    (left: string) => {
      runKeyEffect(editing, name, 'add-below');
      editing.caret.setState((next) => next && { ...next, typed: left }, true);
    },
    [editing, name],
  );
  const type = (path: string, words: string) => {
    // As it is by then, not as it was drawn.
    const now = shownBlock(editing.store.getState(), name);
    const text = now && textsOf(now).find((each) => each.path === path);
    if (text) act(editing.store, edit, name, text.replace(words).value);
  };
  const mayAdd = mayAddBelow(useRight(name));
  const wanted = request?.block === name ? pathFor(request, fields) : null;
  const runEffect = (effect: KeyEffect, index: number) => {
    const step = effect === 'next' ? 1 : effect === 'previous' ? -1 : 0;
    const beside = step === 0 ? undefined : fields[index + step];
    if (beside !== undefined)
      editing.caret.setState({ block: name, path: beside.text.path, at: step > 0 ? 'start' : 'end' }, true);
    else if (EDITORS[block.type].isWrittenInPlace === true || !OF_WHOLE_BLOCKS.has(effect))
      runKeyEffect(editing, name, effect);
    // The rest of the block is in its form, which is where rows come and go.
    else if (effect === 'add-below') runKeyEffect(editing, name, 'leave');
  };
  const leave = useCallback(() => {
    runKeyEffect(editing, name, 'leave');
    if (isPhone) editing.left.current = name;
  }, [editing, isPhone, name]);
  const showSettings = useCallback((editor: Editor) => {
    // Not the engine's own command, which waits for a frame: the form is away while the words have the focus.
    editor.view.dom.blur();
    flushChange(() => setActive(null));
    focusFirstField();
  }, []);
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
          problem={text.text !== '' || left.has(text.path) ? problems[text.path] : undefined}
          offersBlocks={mayAdd && EDITORS[block.type].offersBlocks === true}
          caret={text.path === wanted ? request : null}
          takeCaret={takeCaret}
          onTypedOn={typeOn}
          onChange={(words) => type(text.path, words)}
          later={editing.store.later}
          onEffect={(effect) => runEffect(effect, index)}
          onSlash={(around, typed = '') =>
            editing.insertion.setState(
              around === null
                ? { block: name, at: 'instead', typed }
                : { block: name, at: 'inside', around, typed },
              true,
            )
          }
          onPaste={(data, around) => pasteAtCaret(editing, name, data, around)}
          onFocus={(editor) => setActive({ path: text.path, editor })}
          onBlur={() => {
            editing.store.settle();
            // Who looks for a block to put in its place is not done with it.
            if (editing.insertion.getState()?.block === name) return;
            setLeft((before) => new Set(before).add(text.path));
          }}
        />
      ))}
      {shown !== undefined &&
        active !== null &&
        strip !== null &&
        createPortal(
          <WritingTools
            name={name}
            editor={active.editor}
            language={school.language}
            isRich={shown.text.format === 'rich'}
            mayAdd={mayAdd}
            onDone={leave}
            onSettings={showSettings}
          />,
          strip,
        )}
    </>
  );
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
