import { Button, NativeSelect } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { languageName } from '#newsletter/values/language-names.ts';
import { isSameLanguage, PASSAGE_LANGUAGES } from '#newsletter/values/passage-languages.ts';
import { ControlPopover } from './control-popover.tsx';
import { LANGUAGE } from './language-mark.ts';
import classes from './rich-text.module.css';
import { useDeferredEditorState } from './use-deferred-editor-state.tsx';

/** Sets, changes or removes the language of words that are not in the newsletter's language. */
export function LanguageControl({ editor, language }: { editor: Editor; language: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const marked = useDeferredEditorState(editor, languageAt);
  const isWhole = useDeferredEditorState(editor, isNothingSelected);

  const open = () => {
    setChosen(languageAt(editor));
    setAnnouncement('');
    setOpen(true);
  };
  const put = (lang: string) => {
    mark(editor, lang);
    setAnnouncement(lang === '' ? 'Language mark removed' : `Marked as ${languageName(lang)}`);
    setOpen(false);
  };
  const options = OPTIONS.filter(({ value }) => language === null || !isSameLanguage(value, language));
  return (
    <>
      <ControlPopover
        editor={editor}
        title="Language"
        label={marked === '' ? 'Language' : `Language: ${languageName(marked)}`}
        icon={<IconLanguage size={18} stroke={1.75} aria-hidden="true" />}
        isPressed={marked !== ''}
        isOpen={isOpen}
        onOpen={open}
        onChange={setOpen}
      >
        <NativeSelect
          label="Language of these words"
          description={
            isWhole && marked === ''
              ? 'No words are selected: it is for the whole paragraph.'
              : 'Screen readers read them in its voice.'
          }
          data-autofocus
          value={chosen}
          data={[{ value: '', label: 'The newsletter’s' }, ...options]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <div className={classes.linkActions}>
          {marked !== '' && (
            <Button variant="danger-quiet" size="sm" onClick={() => put('')}>
              Remove mark
            </Button>
          )}
          <Button size="sm" onClick={() => put(chosen)}>
            {marked === '' ? 'Mark words' : 'Change mark'}
          </Button>
        </div>
      </ControlPopover>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </>
  );
}

const OPTIONS = PASSAGE_LANGUAGES.map((value) => ({ value: String(value), label: languageName(value) })).sort(
  (one, other) => one.label.localeCompare(other.label, 'en'),
);

/** The language mark of the selected words; empty for none. */
function languageAt(editor: Editor): string {
  const { lang } = editor.getAttributes(LANGUAGE);
  return typeof lang === 'string' ? lang : '';
}

function isNothingSelected({ state }: Editor): boolean {
  return state.selection.empty;
}

/** Marks the selected words; without a selection, the passage or else the paragraph at the caret. Empty: removes the mark. */
function mark(editor: Editor, lang: string): void {
  const { $from, empty, from } = editor.state.selection;
  const chain = editor.chain().focus();
  if (empty && editor.isActive(LANGUAGE)) chain.extendMarkRange(LANGUAGE);
  else if (empty) chain.setTextSelection({ from: $from.start(), to: $from.end() });
  if (lang === '') chain.unsetMark(LANGUAGE);
  else chain.setMark(LANGUAGE, { lang });
  if (empty) chain.setTextSelection(from);
  chain.run();
}
