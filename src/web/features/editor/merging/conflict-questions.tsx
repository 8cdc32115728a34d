import { Button } from '@mantine/core';
import { useEffect, useId, useMemo, useState } from 'react';
import { blockLabels } from '#newsletter/document/block-labels.ts';
import { mayBeInPart } from '#newsletter/document/own-parts.ts';
import type { Conflict } from '#newsletter/merge/merge-newsletters.ts';
import { focusBlock } from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { Avatar } from '#web/features/editor/guests/notes/avatar.tsx';
import { mayAddBelow } from '#web/features/editor/kernel/rights.ts';
import { QuestionDialog } from '#web/features/editor/saving/question.tsx';
import type { StoredByOthers } from '#web/features/editor/saving/save-state.ts';
import { useReturnFocus } from '#web/features/editor/use-return-focus.ts';
import classes from './conflict-questions.module.css';
import { findLastPerson, type LastPerson, ownName } from './last-person.ts';
import { answerConflicts, askedOf, type ConflictAnswer, finishAnswers, subjectOf } from './merge-stored.ts';
import { canvasVersion, type FoundChange } from './merged-state.ts';
import { SideBlock } from './side-block.tsx';
import {
  baseOf,
  type ConflictSide,
  capitalised,
  heardChange,
  heardSide,
  namesOfSides,
  settingWords,
  whoseWords,
} from './side-words.ts';
import { tellOfMerge } from './tell-of-merge.ts';
import { SETTING_WORDS } from './written.ts';

/**
 * Asks, one after the other, about what this person and somebody else have changed differently. All else is merged. Nothing
 * is saved or dropped before the last answer.
 */
export function ConflictQuestions({ found, change }: { found: StoredByOthers; change: FoundChange }) {
  const { editing } = useTools();
  useReturnFocus();
  const [answers, setAnswers] = useState<ReadonlyMap<string, ConflictAnswer>>(new Map());
  // Others write on meanwhile, and so may the canvas: the question is about their words of now.
  const { asked, left } = useMemo(() => stillToAsk(editing, change, answers), [editing, change, answers]);
  const [first] = useState(asked);
  const who = useLastPerson();
  const { conflicts } = asked;
  useEffect(() => {
    if (left.length > 0) return;
    if (asked.conflicts.length > 0) {
      // The others have done away with all that was left to ask. Asked anew if it cannot be done.
      void finishAnswers(editing, answers).then((how) => how === 'failed' && setAnswers(new Map()));
      return;
    }
    // They can be merged by now, or the part that merges had not come yet.
    const mine = canvasVersion(editing.store.getState());
    answerConflicts(editing, { ...asked, found, answers: [] });
    void tellOfMerge(editing, change, { version: found.theirs.attributes.version, mine });
  }, [editing, asked, left, answers, found, change]);
  const [conflict] = left;
  const answer = async (kept: ConflictAnswer) => {
    if (conflict === undefined) return;
    const all = new Map(answers).set(subjectOf(conflict), kept);
    const how = left.length > 1 ? 'more' : await finishAnswers(editing, all);
    if (how === 'more') setAnswers(all);
    else if (how === 'done') tellKept(editing, conflict, kept, who);
  };
  return (
    conflict && (
      <ConflictQuestion
        key={subjectOf(conflict)}
        conflict={conflict}
        hasMore={hasTheirsChanged(conflict, first.conflicts)}
        who={who}
        place={conflicts.length > 1 ? `${conflicts.length - left.length + 1} of ${conflicts.length}` : ''}
        savedAt={found.theirs.attributes.updated_at}
        onAnswer={answer}
      />
    )
  );
}

// The canvas as a whole says nothing of what was asked about.
function tellKept(editing: Editing, conflict: Conflict, kept: ConflictAnswer, who: LastPerson): void {
  const { mine, theirs } = namesOfSides(who);
  editing.announce(`Kept: ${kept === 'both' ? 'both' : kept === 'mine' ? mine : theirs}`);
  const isElsewhere = document.activeElement?.closest('[data-block]') != null;
  if ('block' in conflict && !isElsewhere) focusBlock(conflict.block);
}

function stillToAsk(editing: Editing, change: FoundChange, answers: ReadonlyMap<string, ConflictAnswer>) {
  const asked = askedOf(editing, change);
  return { asked, left: asked.conflicts.filter((each) => !answers.has(subjectOf(each))) };
}

/** Whether the others have written there since the first question was asked. */
function hasTheirsChanged(conflict: Conflict, before: readonly Conflict[]): boolean {
  const was = before.find((each) => subjectOf(each) === subjectOf(conflict));
  return was !== undefined && JSON.stringify(was.theirs) !== JSON.stringify(conflict.theirs);
}

interface QuestionProps {
  readonly conflict: Conflict;
  /** Whether the others have written more since it was asked. */
  readonly hasMore: boolean;
  readonly who: LastPerson;
  /** As '1 of 3'; '' for the only one. */
  readonly place: string;
  /** When the others saved. */
  readonly savedAt: string;
  readonly onAnswer: (answer: ConflictAnswer) => Promise<void>;
}

function ConflictQuestion({ conflict, hasMore, who, place, savedAt, onAnswer }: QuestionProps) {
  const { editing } = useTools();
  const { store, asking, personId, heard } = editing;
  const later = () => asking.setState('later', true);
  const [chosen, setChosen] = useState<ConflictSide>('mine');
  const id = useId();
  const what = useMemo(
    () =>
      'setting' in conflict
        ? SETTING_WORDS[conflict.setting]
        : `‘${blockLabels(store.drawn.getState().document).get(conflict.block) ?? 'block'}’`,
    [conflict, store],
  );
  const isBlock = 'block' in conflict;
  const [busy, setBusy] = useState(false);
  const keep = async (answer: ConflictAnswer) => {
    if (busy) return;
    setBusy(true);
    await onAnswer(answer);
    setBusy(false);
  };
  const name = who.name ?? 'somebody else';
  const names = namesOfSides(who);
  const same = isBlock ? 'the same block' : `the ${what}`;
  const me = { id: personId, name: ownName() ?? '' };
  const them = { id: heard.getState().stored?.person?.id ?? null, name };
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
  return (
    <QuestionDialog size={880} title={titleOf(conflict, who, same)} onLater={later}>
      <p className={classes.words}>
        {place !== '' && <span className={classes.place}>{place} </span>}
        Everything else is merged. Which {what} stays?
      </p>
      <p role="status" className={hasMore ? classes.more : 'visually-hidden'}>
        {hasMore && `${who.isOwn ? 'The other window has' : `${capitalised(name)} has`} written more since`}
      </p>
      <div role="radiogroup" aria-label={`Which ${what} stays?`} className={classes.sides}>
        {(['mine', 'theirs'] as const).map((side) => (
          <label key={side} className={classes.side}>
            <span className={classes.head}>
              <input
                type="radio"
                name={id}
                checked={chosen === side}
                onChange={() => setChosen(side)}
                data-autofocus={side === 'mine' || undefined}
                aria-label={`${whoseWords(side, who)}: ${heardSide(conflict, side, editing.isRightToLeft)}`}
                aria-describedby={`${id}-${side}`}
              />
              <span id={`${id}-${side}`} hidden>
                {heardChange(conflict, side)}
              </span>
              {!who.isOwn && <Avatar {...(side === 'mine' ? me : them)} />}
              <span className={classes.whose}>{whoseWords(side, who)}</span>
              {side === 'theirs' && <span className={classes.time}>{time.format(new Date(savedAt))}</span>}
            </span>
            <SideContent conflict={conflict} side={side} />
          </label>
        ))}
      </div>
      <div className={classes.answers}>
        <Button variant="filled" onClick={() => void keep(chosen)}>
          Keep {names[chosen]}
        </Button>
        {isBlock && mayKeepBoth(editing, conflict) && (
          <Button variant="default" onClick={() => void keep('both')}>
            Keep both blocks
          </Button>
        )}
        <Button variant="subtle" onClick={later}>
          Later
        </Button>
        <p className={classes.hint}>
          {chosen === 'mine'
            ? `The other stays in ${editing.isContributor ? 'the newsletter’s history' : 'History'}.`
            : `Yours stays in ${editing.isContributor ? 'the newsletter’s history' : 'History'}, and Undo brings it back.`}
        </p>
      </div>
    </QuestionDialog>
  );
}

// A contributor adds nothing beside a part of a single block, and no heading.
function mayKeepBoth(
  { isContributor, rightAt }: Editing,
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

function useLastPerson(): LastPerson {
  const { opened } = useTools().editing;
  const [person, setPerson] = useState<LastPerson>({ name: null, isOwn: false });
  useEffect(() => {
    let isCurrent = true;
    void findLastPerson(opened.id).then((found) => {
      if (isCurrent) setPerson(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [opened]);
  return person;
}
