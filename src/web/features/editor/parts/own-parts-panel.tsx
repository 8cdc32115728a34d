import { Button } from '@mantine/core';
import { IconCheck, IconUserEdit } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { PART_WORDS, type Part } from '#contract/parts/parts.ts';
import { Loading } from '#ui/feedback/states.tsx';
import { useTools } from '#web/features/editor/editor-context.tsx';
import panel from '#web/features/editor/fields/field-editor.module.css';
import { selectBlock } from '#web/features/editor/state/commands.ts';
import { useSession } from '#web/session/session.ts';
import { longDay } from '#web/words/days.ts';
import { finishPart } from './finish-part.ts';
import classes from './own-parts-panel.module.css';

function useOwnParts() {
  const me = useSession()?.user.id;
  const parts = useStore(useTools().editing.parts.state, (state) => state.parts);
  return [...parts.values()].filter(({ attributes }) => attributes.person_id === me);
}

/** For contributors, while no block is selected: what they write here. */
export function OwnPartsPanel() {
  const { editing } = useTools();
  const isReady = useStore(editing.parts.state, (state) => state.isReady);
  const parts = useOwnParts();
  return (
    <aside className={panel.panel} data-region="form" data-over-canvas="" aria-labelledby="own-parts-title">
      <div className={panel.head}>
        <IconUserEdit size={22} stroke={1.75} aria-hidden="true" />
        <h2 id="own-parts-title" className={panel.title}>
          Your parts
        </h2>
      </div>
      <div className={panel.body}>
        {!isReady && (
          <Loading label="Loading your parts">
            <div className={classes.skeleton} />
          </Loading>
        )}
        <ul className={classes.parts}>
          {parts.map(({ id, attributes }) => (
            <li key={id}>
              <Button
                variant="default"
                fullWidth
                justify="flex-start"
                className={classes.part}
                classNames={{ label: classes.label }}
                disabled={attributes.is_gone}
                leftSection={
                  attributes.done_at === null ? undefined : <IconCheck size={18} aria-hidden="true" />
                }
                onClick={() => selectBlock(editing, attributes.block, 'end')}
              >
                {attributes.label}
              </Button>
              <p className={classes.when}>
                {stateWords(attributes)}
                {attributes.is_gone && ' · not in the newsletter just now'}
              </p>
              <Button
                variant="subtle"
                size="sm"
                aria-label={`${attributes.done_at === null ? PART_WORDS.finish : PART_WORDS.reopen}: ${attributes.label}`}
                onClick={() => void finishPart(editing, id, attributes.done_at === null)}
              >
                {attributes.done_at === null ? PART_WORDS.finish : PART_WORDS.reopen}
              </Button>
            </li>
          ))}
        </ul>
        {isReady && <p>Everything else is written by colleagues: you can read it here.</p>}
      </div>
    </aside>
  );
}

function stateWords({ due_on, done_at, changed }: Part['attributes']): string {
  if (done_at === null) return `By ${longDay(due_on)}`;
  return changed === null
    ? PART_WORDS.done
    : `${PART_WORDS.changed}, by ${changed.person_name ?? 'somebody'}`;
}

/** The same as a line, where there is no room for a panel. */
export function OwnPartsNotice() {
  const parts = useOwnParts();
  const labels = parts.map(({ attributes }) => `‘${attributes.label}’`).join(', ');
  return (
    <p className={classes.notice}>
      {parts.length === 0 ? 'Loading your parts…' : `You write ${labels}. Everything else is for reading.`}
    </p>
  );
}
