import { Button } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { blockLabels } from '#newsletter/document/block-labels.ts';
import { mayBeInPart } from '#newsletter/document/own-parts.ts';
import type { Conflict } from '#newsletter/merge/merge-newsletters.ts';
import { SETTING_WORDS } from '#newsletter/settings/all-settings.ts';
import { useBusy } from '#ui/forms/use-busy.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { Avatar } from '#web/features/editor/kernel/people/avatar.tsx';
import { mayAddBelow } from '#web/features/editor/kernel/state/rights.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { QuestionDialog } from '#web/features/editor/saving/question.tsx';
import { formatTime } from '#web/words/dates.ts';
import classes from './conflict-questions.module.css';
import { type LastPerson, ownName } from './last-person.ts';
import type { ConflictAnswer } from './merge-stored.ts';
import { SideBlock } from './side-block.tsx';
import {
  baseOf,
  type ConflictSide,
  capitalised,
  namesOfSides,
  settingWords,
  sideHeading,
  spokenChange,
  spokenSide,
} from './side-words.ts';

interface QuestionProps {
  readonly conflict: Conflict;
  /** Whether the others have written more since it was asked. */
  readonly hasMore: boolean;
  readonly lastPerson: LastPerson;
  /** '1 of 3', say; '' for the only one. */
  readonly place: string;
  /** When the others saved. */
  readonly savedAt: string;
  readonly onAnswer: (answer: ConflictAnswer) => Promise<void>;
}

/** The question about one conflict: which side stays. */
export function ConflictQuestion(props: QuestionProps) {
  const { conflict, hasMore, lastPerson, place, onAnswer } = props;
  const { asking } = useTools().editing;
  const later = () => asking.setState('later', true);
  const [chosen, setChosen] = useState<ConflictSide>('mine');
  const group = useId();
  const what = useSubjectWords(conflict);
  const { run } = useBusy<'answering'>();
  const same = 'block' in conflict ? 'the same block' : `the ${what}`;
  const they = lastPerson.isOwn
    ? 'The other window has'
    : `${capitalised(lastPerson.name ?? 'somebody else')} has`;
  return (
    <QuestionDialog size={880} title={titleOf(conflict, lastPerson, same)} onLater={later}>
      <p className={classes.words}>
        {place !== '' && <span className={classes.place}>{place} </span>}
        Everything else is merged. Which {what} stays?
      </p>
      <p role="status" className={hasMore ? classes.more : 'visually-hidden'}>
        {hasMore && `${they} written more since`}
      </p>
      <div role="radiogroup" aria-label={`Which ${what} stays?`} className={classes.sides}>
        {(['mine', 'theirs'] as const).map((side) => (
          <Side
            key={side}
            {...props}
            group={group}
            side={side}
            isChosen={chosen === side}
            onChoose={() => setChosen(side)}
          />
        ))}
      </div>
      <Answers
        conflict={conflict}
        lastPerson={lastPerson}
        chosen={chosen}
        onKeep={(answer) => void run('answering', () => onAnswer(answer))}
        onLater={later}
      />
    </QuestionDialog>
  );
}

/** The conflict's subject, within a sentence: a setting, or a block by its label. */
function useSubjectWords(conflict: Conflict): string {
  const { store } = useTools().editing;
  return useMemo(
    () =>
      'setting' in conflict
        ? SETTING_WORDS[conflict.setting].inSentence
        : `‘${blockLabels(store.drawn.getState().document).get(conflict.block) ?? 'block'}’`,
    [conflict, store],
  );
}

/** One side to choose: its owner and its content. */
function Side({
  conflict,
  lastPerson,
  savedAt,
  group,
  side,
  isChosen,
  onChoose,
}: Pick<QuestionProps, 'conflict' | 'lastPerson' | 'savedAt'> & {
  /** The name of the group of radio buttons. */
  group: string;
  side: ConflictSide;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { isRightToLeft } = useTools().editing;
  const id = useId();
  const words = sideHeading(side, lastPerson);
  return (
    <label className={classes.side}>
      <span className={classes.head}>
        <input
          type="radio"
          name={group}
          checked={isChosen}
          onChange={onChoose}
          data-autofocus={side === 'mine' || undefined}
          aria-label={`${words}: ${spokenSide(conflict, side, isRightToLeft)}`}
          aria-describedby={id}
        />
        <span id={id} hidden>
          {spokenChange(conflict, side)}
        </span>
        {!lastPerson.isOwn && <Writer side={side} lastPerson={lastPerson} />}
        <span className={classes.whose}>{words}</span>
        {side === 'theirs' && <span className={classes.time}>{formatTime(savedAt)}</span>}
      </span>
      <SideContent conflict={conflict} side={side} />
    </label>
  );
}

function Writer({ side, lastPerson }: { side: ConflictSide; lastPerson: LastPerson }) {
  const { personId, news } = useTools().editing;
  if (side === 'mine') return <Avatar id={personId} name={ownName() ?? ''} />;
  return <Avatar id={news.getState().stored?.person?.id ?? null} name={lastPerson.name ?? 'somebody else'} />;
}

function Answers({
  conflict,
  lastPerson,
  chosen,
  onKeep,
  onLater,
}: {
  conflict: Conflict;
  lastPerson: LastPerson;
  chosen: ConflictSide;
  onKeep: (answer: ConflictAnswer) => void;
  onLater: () => void;
}) {
  const { editing } = useTools();
  const history = editing.isContributor ? 'the newsletter’s history' : 'History';
  return (
    <div className={classes.answers}>
      <Button variant="filled" onClick={() => onKeep(chosen)}>
        Keep {namesOfSides(lastPerson)[chosen]}
      </Button>
      {'block' in conflict && mayKeepBoth(editing, conflict) && (
        <Button variant="default" onClick={() => onKeep('both')}>
          Keep both blocks
        </Button>
      )}
      <Button variant="subtle" onClick={onLater}>
        Later
      </Button>
      <p className={classes.hint}>
        {chosen === 'mine'
          ? `The other stays in ${history}.`
          : `Yours stays in ${history}, and Undo brings it back.`}
      </p>
    </div>
  );
}

// A contributor adds nothing beside a part of a single block, and no heading.
function mayKeepBoth(
  { isContributor, rightAt }: EditorSession,
  { block, mine, theirs }: Extract<Conflict, { readonly block: string }>,
): boolean {
  if (mine === null || theirs === null) return false;
  return !isContributor || (mayAddBelow(rightAt(block)) && mayBeInPart(mine));
}

function SideContent({ conflict, side }: { conflict: Conflict; side: ConflictSide }) {
  const { editing } = useTools();
  if ('setting' in conflict)
    return <span className={classes.value}>{settingWords(conflict, side, editing.isRightToLeft)}</span>;
  const block = conflict[side];
  if (block === null) return <span className={classes.value}>Deleted</span>;
  return <SideBlock block={block} base={baseOf(conflict, side)} />;
}

function titleOf(conflict: Conflict, { name, isOwn }: LastPerson, same: string): string {
  const they = isOwn ? 'You' : (name ?? 'Somebody else');
  if ('block' in conflict && conflict.theirs === null)
    return `${they} deleted a block that you changed${isOwn ? ' in another window' : ''}`;
  if ('block' in conflict && conflict.mine === null)
    return `You deleted a block that ${isOwn ? 'you changed in another window' : `${name ?? 'somebody else'} changed`}`;
  return isOwn ? `You changed ${same} in two windows` : `You and ${name ?? 'somebody else'} changed ${same}`;
}
