import { Button } from '@mantine/core';
import { IconCheck, IconUserEdit } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { PART_WORDS, type Part } from '#contract/parts/parts.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import { Loading } from '#ui/feedback/states.tsx';
import panel from '#web/features/editor/fields/field-editor.module.css';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSession } from '#web/session/session.ts';
import { finishPart } from './finish-part.ts';
import classes from './own-parts-panel.module.css';

function useOwnParts() {
  const me = useSession()?.user.id;
  const parts = useStore(useTools().editing.parts, (state) => state.parts);
  return [...parts.values()].filter(({ attributes }) => attributes.person_id === me);
}

/** The panel of a contributor while no block is selected: their own parts. */
export function OwnPartsPanel() {
  const { editing } = useTools();
  const isReady = useStore(editing.parts, (state) => state.isReady);
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
          {parts.map((part) => (
            <li key={part.id}>
              <Button
                variant="default"
                fullWidth
                justify="flex-start"
                className={classes.part}
                classNames={{ label: classes.label }}
                disabled={part.attributes.is_gone}
                leftSection={
                  part.attributes.done_at === null ? undefined : <IconCheck size={18} aria-hidden="true" />
                }
                onClick={() => selectBlock(editing, part.attributes.block, 'end')}
              >
                {part.attributes.label}
              </Button>
              <p className={classes.when}>
                {stateWords(part.attributes)}
                {part.attributes.is_gone && ' · not in the newsletter just now'}
              </p>
              <FinishButton part={part} isShort={false} />
            </li>
          ))}
        </ul>
        {isReady && <p>Everything else is written by colleagues: you can read it here.</p>}
      </div>
    </aside>
  );
}

function stateWords({ due_on, done_at, changed }: Part['attributes']): string {
  if (done_at === null) return `By ${formatWeekday(due_on)}`;
  return changed === null
    ? PART_WORDS.done
    : `${PART_WORDS.changed}, by ${changed.person_name ?? 'somebody'}`;
}

/** The same as a bar above the newsletter, where there is no room for a panel. */
export function OwnPartsNotice() {
  const parts = useOwnParts();
  if (parts.length === 0) return <p className={classes.notice}>Loading your parts…</p>;
  return (
    <ul className={classes.notice} aria-label="Your parts">
      {parts.map((part) => (
        <li key={part.id} className={classes.line}>
          <span className={classes.said}>
            <strong>{part.attributes.label}</strong>
            <span>{stateWords(part.attributes)}</span>
          </span>
          <FinishButton part={part} isShort={parts.length === 1} />
        </li>
      ))}
    </ul>
  );
}

/** `isShort`: without the name of the part, as it is the only one. */
function FinishButton({ part: { id, attributes }, isShort }: { part: Part; isShort: boolean }) {
  const { editing } = useTools();
  const isOpen = attributes.done_at === null;
  const words = isOpen ? PART_WORDS.finish : PART_WORDS.reopen;
  return (
    <Button
      variant={isOpen ? 'default' : 'subtle'}
      size="sm"
      className={classes.finish}
      aria-label={isShort ? undefined : `${words}: ${attributes.label}`}
      onClick={() => void finishPart(editing, id, isOpen)}
    >
      {words}
    </Button>
  );
}
