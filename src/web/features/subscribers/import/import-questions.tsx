import '@mantine/core/styles/Input.layer.css';
import { Checkbox, NativeSelect } from '@mantine/core';
import type { Charset, UnknownWord } from '#contract/groups/import-questions.ts';
import { families, people } from '#contract/texts/people-count.ts';
import { DoubtfulAddresses } from './doubtful-addresses.tsx';
import { withCharset, withEmails, withWord } from './file-choice.ts';
import classes from './import.module.css';
import groupClasses from './import-groups.module.css';
import type { ImportResult } from './use-import.ts';

interface QuestionsProps {
  readonly result: ImportResult;
  readonly onChange: (result: ImportResult) => void;
}

/** The questions about a file before its import: which addresses are used, and who has left. */
export function ImportQuestions({ result, onChange }: QuestionsProps) {
  return (
    <>
      <p className={classes.note}>{peopleText(result)}</p>
      {result.doubts.map((doubt) => (
        <p key={doubt} className={classes.doubt}>
          {doubt}.
        </p>
      ))}
      <DoubtfulAddresses result={result} onChange={onChange} />
      <LettersQuestion result={result} onChange={onChange} />
      <EmailColumns result={result} onChange={onChange} />
      {result.unknown_words.map((word) => (
        <WordQuestion
          key={word.word}
          word={word}
          onAnswer={(isOn) => onChange(withWord(result, word.word, isOn))}
        />
      ))}
      {result.marked > 0 && (
        <Checkbox
          className={classes.question ?? ''}
          label={leavesText(result)}
          checked={result.leaves}
          onChange={({ currentTarget }) => onChange({ ...result, leaves: currentTarget.checked })}
        />
      )}
    </>
  );
}

/** '12 people from 8 lines.' */
function peopleText({ lines }: ImportResult): string {
  const named = new Set(lines.flatMap(({ outcome, email }) => (outcome === 'error' ? [] : [email])));
  const count = new Set(lines.map(({ file, line }) => `${file ?? ''} ${line}`)).size;
  return `${people(named.size)} from ${count.toLocaleString('en-GB')} ${count === 1 ? 'line' : 'lines'}.`;
}

const CHARSET_NAMES: Readonly<Record<Charset, string>> = {
  'windows-1252': 'Western European',
  'windows-1250': 'Central European',
  macintosh: 'older Macs',
};

function LettersQuestion({ result, onChange }: QuestionsProps) {
  if (result.letters === null) return null;
  const { charset, choices } = result.letters;
  return (
    <NativeSelect
      className={classes.question ?? ''}
      label="How are these written?"
      description="The file does not say how it writes its letters. Please choose the line without wrong ones."
      value={charset}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((choice) => choice.charset === currentTarget.value);
        if (chosen) onChange(withCharset(result, chosen.charset));
      }}
      data={choices.map((choice) => ({
        value: choice.charset,
        label: `${choice.words.join(', ')} (${CHARSET_NAMES[choice.charset]})`,
      }))}
    />
  );
}

function EmailColumns({ result, onChange }: QuestionsProps) {
  if (result.email_columns.length < 2) return null;
  return (
    <fieldset className={groupClasses.columns}>
      <legend>Email addresses are in the columns</legend>
      <div className={groupClasses.boxes}>
        {result.email_columns.map(({ index, heading, is_used }) => (
          <Checkbox
            key={index}
            label={heading}
            checked={is_used}
            onChange={({ currentTarget }) => onChange(withEmails(result, index, currentTarget.checked))}
          />
        ))}
      </div>
    </fieldset>
  );
}

const ANSWERS = [
  { value: '', label: 'Please choose' },
  { value: 'on', label: 'They get emails' },
  { value: 'off', label: 'They have left, or said no' },
] as const;

function WordQuestion({
  word: { word, families: count, is_on },
  onAnswer,
}: {
  word: UnknownWord;
  onAnswer: (isOn: boolean | null) => void;
}) {
  return (
    <NativeSelect
      className={classes.question ?? ''}
      label={
        word === ''
          ? `${families(count)} without an answer in the file`
          : `What does ‘${word}’ mean? (${families(count)})`
      }
      description={is_on === null ? 'Until you choose, they are left out.' : undefined}
      value={is_on === null ? '' : is_on ? 'on' : 'off'}
      onChange={({ currentTarget }) => onAnswer(answerOf(currentTarget.value))}
      data={ANSWERS}
    />
  );
}

function answerOf(value: string): boolean | null {
  return value === '' ? null : value === 'on';
}

function leavesText({ marked, marked_on_list: listed, came_back: cameBack }: ImportResult): string {
  const unsubscribedCount = marked - cameBack;
  const back = `mail to ${families(cameBack)} came back elsewhere`;
  const unsubscribed = `${families(unsubscribedCount)} in this file ${unsubscribedCount === 1 ? 'has' : 'have'} unsubscribed elsewhere`;
  const all =
    unsubscribedCount === 0
      ? `M${back.slice(1)}.`
      : cameBack === 0
        ? `${unsubscribed}.`
        : `${unsubscribed}, and ${back}.`;
  const here =
    listed === 0 ? '' : ` Unsubscribe ${listed === marked ? 'them' : `the ${listed} on your list`} here, and`;
  return `${all}${here === '' ? ' Keep them off your list' : `${here} keep all of them off`}, whatever later files say`;
}
