import { closeHistory } from '@tiptap/pm/history';
import type { Slice } from '@tiptap/pm/model';
import { type EditorState, Selection, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, EditorContent } from '@tiptap/react';
import { type CSSProperties, useEffect, useEffectEvent, useId, useMemo, useRef } from 'react';
import type { TextOf } from '#newsletter/document/traits.ts';
import { ownDirections } from '#newsletter/rich-text/editor/own-direction.ts';
import { pastedWords } from '#newsletter/rich-text/editor/pasted/read-pasted.ts';
import { pastedHtml } from '#newsletter/rich-text/editor/pasted-html.ts';
import { readNow } from '#newsletter/rich-text/editor/read-late.ts';
import { htmlOfNodes, RICH_TEXT } from '#newsletter/rich-text/editor/rich-text-format.ts';
import { showStruckWords } from '#newsletter/rich-text/editor/struck-words.ts';
import { useTextEditor } from '#newsletter/rich-text/editor/use-text-editor.ts';
import { RICH_TEXT_HEADINGS } from '#newsletter/rich-text/markup.ts';
import { hasText } from '#newsletter/rich-text/rich-text.ts';
import { unwrappedWords } from '#newsletter/values/wrapped-address.ts';
import type { CaretRequest } from '#web/features/editor/kernel/caret.ts';
import type { AroundCaret } from '#web/features/editor/kernel/insertion.ts';
import { refusesPaste } from '#web/features/editor/pasting/paste-at-caret.ts';
import { isCaretInView } from './caret-in-view.ts';
import type { FieldBox } from './measure-fields.ts';
import { PLAIN_TEXT } from './plain-text-format.ts';
import classes from './writing.module.css';
import { effectOf, type FieldKind, type KeyEffect } from './writing-keys.ts';

export interface WritingSurfaceProps {
  readonly box: FieldBox;
  readonly text: Pick<TextOf, 'path' | 'format' | 'text' | 'hasLines'>;
  readonly label: string;
  readonly language: string;
  /** The problem with the words, once it should be shown. */
  readonly problem: string | undefined;
  /** Whether `/` offers other blocks: in the empty field, and in rich text at an empty line. */
  readonly offersBlocks: boolean;
  /** The request for the caret; null: the caret stays where it is. */
  readonly caret: CaretRequest | null;
  /** Takes the current request, with all that has been typed since; null if it was withdrawn, or is for another field. */
  readonly takeCaret: (path: string) => CaretRequest | null;
  /** Receives what was typed after an Enter that leaves the field. */
  readonly onTypedOn: (rest: string) => void;
  readonly onChange: (text: string) => void;
  /** Lets what is typed wait for its frame: see `useTextEditor`. */
  readonly later: (emit: () => void) => void;
  readonly onEffect: (effect: KeyEffect) => void;
  /** Offers blocks for the empty field (null), or between the words around an empty line. `typed`: what already follows the slash. */
  readonly onSlash: (around: AroundCaret | null, typed?: string) => void;
  /** Takes a paste as blocks; false: it is for the field. */
  readonly onPaste: (data: DataTransfer, around: AroundCaret | null) => boolean;
  readonly onFocus: (editor: Editor) => void;
  readonly onBlur: () => void;
}

/** A field's words, typed where they are drawn. */
export function WritingSurface(props: WritingSurfaceProps) {
  const { box, text, label, language, problem, caret, offersBlocks, takeCaret } = props;
  const { onTypedOn, onSlash } = props;
  const id = useId();
  const kind: FieldKind = text.format === 'rich' ? 'rich' : text.hasLines === true ? 'lines' : 'line';
  const attributes = useMemo(
    () => ({
      ...attributesOf({ label, language, kind }),
      ...(problem !== undefined && { 'aria-invalid': 'true', 'aria-describedby': id }),
    }),
    [label, language, kind, problem, id],
  );
  const editor = useWords(props, kind, attributes);
  const answer = useEffectEvent((asked: CaretRequest | null) => {
    const request = asked && takeCaret(text.path);
    if (request === null) return;
    putCaret(editor, request.at);
    const { remaining, query } = typeIn(editor, kind, request.typed ?? '', offersBlocks);
    if (remaining !== undefined) onTypedOn(remaining);
    if (query !== undefined) onSlash(aroundSlash(editor, kind), query);
  });
  useEffect(() => answer(caret), [caret]);
  return (
    <div
      className={classes.surface}
      style={{ ...styleOf(box), ...HEADING_SIZES }}
      data-words=""
      data-path={text.path}
      data-invitation={box.invitation}
      data-plain={kind === 'rich' ? undefined : ''}
      data-empty={text.text === '' ? '' : undefined}
    >
      <EditorContent editor={editor} />
      {problem !== undefined && (
        <p id={id} className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

function useWords(props: WritingSurfaceProps, kind: FieldKind, attributes: Record<string, string>): Editor {
  const { text, language, offersBlocks, onChange, later, onEffect, onSlash, onPaste, onFocus, onBlur } =
    props;
  const latest = useRef({ onEffect, onSlash, onPaste });
  latest.current = { onEffect, onSlash, onPaste };
  const asked = useRef<EditorState | null>(null);
  const created = useRef<Editor | null>(null);
  const editor = useTextEditor({
    format: kind === 'rich' ? RICH_TEXT : PLAIN_TEXT,
    text: text.text,
    onChange,
    later,
    attributes,
    props: {
      ...(kind === 'rich' && {
        transformPastedHTML: (html: string) => {
          showStruckWords(html);
          return pastedHtml(html, language);
        },
        transformPastedText: unwrappedWords,
        decorations: ({ doc }: EditorState) => ownDirections(doc, language),
      }),
      // Runs before the engine parses the paste.
      handleDOMEvents: {
        paste: (view, event) => {
          readNow(view);
          const isRefused = event.clipboardData !== null && refusesPaste(event.clipboardData);
          if (isRefused) event.preventDefault();
          return isRefused;
        },
      },
      handlePaste: (view, event) =>
        (offersBlocks &&
          event.clipboardData !== null &&
          latest.current.onPaste(event.clipboardData, aroundCaret(view.state, kind))) ||
        (kind !== 'rich' && pasteText(view, event, kind)),
      handleScrollToSelection: isCaretInView,
      // Not in `handleKeyDown`: on Android, letters come without a key event.
      handleTextInput: ({ state }, _from, _to, typed) => {
        if (!offersBlocks || typed !== '/' || !isAtEmptyLine(state)) return false;
        // Somebody who has closed the list and types `/` again means a slash.
        const isMeant = asked.current?.doc === state.doc && asked.current.selection.eq(state.selection);
        asked.current = state;
        if (isMeant) return false;
        if (created.current !== null) latest.current.onSlash(aroundSlash(created.current, kind));
        return true;
      },
      // Not a listener of our own: on Android, Enter comes without a key event.
      handleKeyDown: (view, event) => {
        readSelection(view);
        // Deleting a selection is its own undo step, apart from the words typed right before.
        if (/^(?:Backspace|Delete)$/.test(event.key) && !view.state.selection.empty)
          view.dispatch(closeHistory(view.state.tr));
        const effect = created.current && effectOf(event, created.current, kind);
        if (effect === null) return false;
        // Between the fields of one block, Tab moves as everywhere; on a phone the form may be hidden.
        if (effect === 'form' && !leadsToForm(view.dom)) return false;
        event.preventDefault();
        if (effect !== 'nothing') latest.current.onEffect(effect);
        return true;
      },
    },
  });
  created.current = editor;
  useEditorEvent(editor, 'focus', () => onFocus(editor));
  useEditorEvent(editor, 'blur', onBlur);
  return editor;
}

function useEditorEvent(editor: Editor, event: 'focus' | 'blur', run: () => void): void {
  const listen = useEffectEvent(run);
  useEffect(() => {
    const listener = () => listen();
    editor.on(event, listener);
    return () => void editor.off(event, listener);
  }, [editor, event]);
}

/** Whether the caret is in a paragraph without words, not in a list. */
function isAtEmptyLine({ selection }: EditorState): boolean {
  const { $head, empty } = selection;
  return empty && $head.depth === 1 && $head.parent.content.size === 0;
}

/** The words around the selection in rich text; null for lines, which are not divided. */
function aroundCaret({ doc, selection }: EditorState, kind: FieldKind): AroundCaret | null {
  if (kind !== 'rich') return null;
  const words = ({ content }: Slice) => {
    const html = htmlOfNodes(doc.type.schema, content).replace(/^(?:<p><\/p>)+|(?:<p><\/p>)+$/g, '');
    return hasText(html) ? html : '';
  };
  return { before: words(doc.slice(0, selection.from)), after: words(doc.slice(selection.to)) };
}

/** The words between which `/` offers blocks; null in the empty field. */
function aroundSlash(editor: Editor, kind: FieldKind): AroundCaret | null {
  return editor.isEmpty ? null : aroundCaret(editor.state, kind);
}

// Pastes plain text; a field of one line stays one line, whatever is pasted.
function pasteText(view: EditorView, event: ClipboardEvent, kind: FieldKind): boolean {
  const words = event.clipboardData === null ? '' : pastedWords(event.clipboardData);
  return words !== '' && view.pasteText(kind === 'line' ? words.replace(/\s*\n\s*/g, ' ').trim() : words);
}

function leadsToForm(field: HTMLElement): boolean {
  const fields = [...(field.closest('[data-block]')?.querySelectorAll('[contenteditable="true"]') ?? [])];
  return fields.at(-1) === field && document.querySelector('[data-fields]')?.checkVisibility() === true;
}

// Not the engine's own command, which waits for a frame: keys would be lost in it.
function putCaret({ view }: Editor, at: CaretRequest['at']): void {
  view.dispatch(view.state.tr.setSelection(selectionAt(view, at)));
  view.focus();
}

/** Reads the selection from the browser, whose `selectionchange` may come after the next key. */
function readSelection(view: EditorView): void {
  const { selection, doc, tr } = view.state;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {};
  if (view.composing || !(selection instanceof TextSelection) || !anchorNode || !focusNode) return;
  if (!view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return;
  const anchor = doc.resolve(view.posAtDOM(anchorNode, anchorOffset ?? 0));
  const head = doc.resolve(view.posAtDOM(focusNode, focusOffset ?? 0));
  const found = TextSelection.between(anchor, head);
  if (!found.eq(selection)) view.dispatch(tr.setSelection(found));
}

function selectionAt(view: EditorView, at: CaretRequest['at']): Selection {
  const { doc } = view.state;
  if (at === 'start') return Selection.atStart(doc);
  if (at === 'end') return Selection.atEnd(doc);
  if ('offset' in at) return Selection.near(doc.resolve(Math.min(at.offset, doc.content.size)));
  // A point beside the words means the nearest place in them.
  const { left, top, right, bottom } = view.dom.getBoundingClientRect();
  const found = view.posAtCoords({
    left: Math.min(Math.max(at.x, left + 1), right - 1),
    top: Math.min(Math.max(at.y, top + 1), bottom - 1),
  });
  return found === null ? Selection.atEnd(doc) : Selection.near(doc.resolve(found.pos));
}

/** Types words. Returns those after Enter in a field of one line (`left`), or after a slash that offers blocks (`query`), untyped. */
function typeIn(
  editor: Editor,
  kind: FieldKind,
  typed: string,
  offersBlocks: boolean,
): { readonly remaining?: string; readonly query?: string } {
  const lines = typed.split('\n');
  for (const [index, line] of lines.entries()) {
    const rest = lines.slice(index).join('\n');
    if (index > 0 && kind === 'line') return { remaining: rest };
    if (index > 0) editor.commands.splitBlock();
    if (line.startsWith('/') && offersBlocks && isAtEmptyLine(editor.state)) return { query: rest.slice(1) };
    if (line !== '') editor.view.dispatch(editor.state.tr.insertText(line));
  }
  return {};
}

function attributesOf({
  label,
  language,
  kind,
}: {
  label: string;
  language: string;
  kind: FieldKind;
}): Record<string, string> {
  return {
    role: 'textbox',
    'aria-label': label,
    'aria-multiline': String(kind !== 'line'),
    lang: language,
  };
}

function styleOf({ left, top, width, height, style }: FieldBox): CSSProperties {
  // The surface has a fixed size for the layout around it (see its class), although the words may be higher.
  return { ...style, left, top, width, height };
}

const HEADING_SIZES: CSSProperties = Object.fromEntries(
  Object.entries(RICH_TEXT_HEADINGS).flatMap(([tag, { size, line }]) => [
    [`--${tag}-size`, `${size}px`],
    [`--${tag}-line`, `${line}px`],
  ]),
);
