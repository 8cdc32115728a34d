import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useStore } from 'zustand';
import { type Colleague, mayDeleteNote, type Note } from '#contract/notes.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { Avatar } from '#web/features/editor/kernel/people/avatar.tsx';
import { flushChange, focusNotes } from '#web/features/editor/kernel/places/focus.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSession } from '#web/session/session.ts';
import { formatDayAndTime, formatShortDate, formatTime } from '#web/words/dates.ts';
import { timelineDay } from '#web/words/days.ts';
import { Composer } from './composer.tsx';
import classes from './note-item.module.css';
import { notesOf } from './notes-of.ts';

/** A note with its author and time. Its author can change and delete it. */
export function NoteItem({ note, thread }: { note: Note; thread: string }) {
  const { editing } = useTools();
  const { id, person_id, text } = note;
  const own = useSession()?.user.id;
  const hasDraft = useStore(notesOf(editing).state, ({ drafts }) => id in drafts);
  const [isEditing, setEditing] = useState(hasDraft);
  const name = note.person_name ?? 'Somebody who has left';
  const close = () => {
    notesOf(editing).type(id, '');
    setEditing(false);
    focusNotes();
  };
  return (
    <li className={classes.note}>
      <Avatar id={person_id} name={name} />
      <div className={classes.content}>
        <p className={classes.who}>
          <strong>{name}</strong> <When note={note} />
        </p>
        {isEditing ? (
          <Composer
            thread={thread}
            draft={id}
            label="Your note"
            placeholder="Write a note"
            send={() => notesOf(editing).edit(id)}
            onSent={() => {
              editing.announce('Note changed');
              close();
            }}
            onCancel={close}
          />
        ) : (
          <Words text={text} />
        )}
      </div>
      {own !== undefined && !isEditing && mayDeleteNote(note, own) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={32} className={classes.more} aria-label={`More about the note of ${name}`}>
              <IconDots size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {person_id === own && (
              <Menu.Item
                onClick={() => {
                  notesOf(editing).type(id, text);
                  setEditing(true);
                }}
              >
                Edit
              </Menu.Item>
            )}
            <Menu.Item onClick={() => void remove(editing, id)}>Delete</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}

async function remove(editing: EditorSession, id: string) {
  const question = { title: 'Delete this note?', confirmLabel: 'Delete note', destructive: true };
  if (!(await confirm(question))) return;
  try {
    await notesOf(editing).remove(id);
    // Renders before the focus moves: the thread may have disappeared with its last note.
    flushChange(() => undefined);
    editing.announce('Note deleted');
    focusNotes();
  } catch {
    // The error has been shown.
  }
}

function When({ note: { created_at, edited_at } }: { note: Note }) {
  const { time_zone } = useTools().school;
  const [today, day] = [new Date(), new Date(created_at)].map((moment) => dayIn(time_zone, moment));
  const recent = timelineDay(day ?? '', today ?? '');
  return (
    <span className={classes.when}>
      <time dateTime={created_at} title={formatDayAndTime(created_at, time_zone)}>
        {recent === 'Today'
          ? formatTime(created_at, time_zone)
          : recent === 'Yesterday'
            ? recent
            : formatShortDate(created_at, time_zone)}
      </time>
      {edited_at !== null && ' · changed'}
    </span>
  );
}

/** The words of a note, with the names of colleagues marked. */
function Words({ text }: { text: string }) {
  const colleagues = useStore(notesOf(useTools().editing).state, (state) => state.colleagues);
  return (
    <p className={classes.words}>
      {partsOf(text, colleagues).map(({ at, words, isName }) =>
        isName ? <strong key={at}>{words}</strong> : <Fragment key={at}>{words}</Fragment>,
      )}
    </p>
  );
}

interface Part {
  /** Where it begins in the text. */
  readonly at: number;
  readonly words: string;
  readonly isName: boolean;
}

function partsOf(text: string, colleagues: readonly Colleague[]): readonly Part[] {
  const names = colleagues
    .map(({ name }) => `@${name}`)
    .filter((name) => name.length > 1 && text.includes(name))
    .toSorted((one, other) => other.length - one.length);
  const parts: Part[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const name = names.find((each) => text.startsWith(each, at));
    if (name === undefined) continue;
    parts.push({ at: start, words: text.slice(start, at), isName: false }, { at, words: name, isName: true });
    start = at + name.length;
    at = start - 1;
  }
  return [...parts, { at: start, words: text.slice(start), isName: false }].filter(
    ({ words }) => words !== '',
  );
}
