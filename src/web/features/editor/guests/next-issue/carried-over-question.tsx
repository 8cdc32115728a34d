import { Button } from '@mantine/core';
import { useId } from 'react';
import { useStore } from 'zustand';
import type { Block } from '#newsletter/document/document.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { CarriedBlock, KeepButton, useNameOf } from './carried-block.tsx';
import { carriedOverStore } from './carried-over.ts';
import {
  blocksOrigin,
  type CarriedOverAnswer,
  exampleDatesWords,
  keepCarriedOver,
  stillWords,
  untouchedIn,
} from './carried-over-blocks.ts';
import classes from './carried-over-question.module.css';
import { datesToSettle } from './remove-examples.ts';

/** Lists the blocks that are still as in the issue before, before publishing. */
export function CarriedOverQuestion({
  when,
  answer,
}: {
  /** When it is planned to go out; null: now. */
  when: string | null;
  answer: (answer: CarriedOverAnswer) => void;
}) {
  const { editing } = useTools();
  const carriedOver = useStore(carriedOverStore(editing));
  const title = useEditor((state) => state.title);
  const blocks = untouchedIn(carriedOver, editing.store.getState());
  const [first] = blocks;
  const origin = blocksOrigin(carriedOver, blocks);
  const ofDates = exampleDatesWords(carriedOver, blocks);
  const [unsettled] = datesToSettle(carriedOver, blocks);
  const reason = useId();
  return (
    <Dialog
      opened
      onClose={() => answer('stay')}
      title={when === null ? `Publish ‘${title}’?` : `Publish ‘${title}’ ${when}?`}
      size={600}
      zIndex={300}
    >
      <p className={classes.words} role="status">
        {first === undefined ? 'Everything is as you want it.' : `${stillWords(origin, blocks.length)}.`}
      </p>
      {ofDates !== null && <p className={classes.words}>{ofDates}</p>}
      <ul className={classes.list}>
        {blocks.map((block) => (
          <Row
            key={block.name}
            block={block}
            onKeep={() => keepCarriedOver(editing, [block.name])}
            onGo={() => answer({ block: block.name })}
          />
        ))}
      </ul>
      {unsettled !== undefined && (
        <p className={classes.words} id={reason}>
          ‘{unsettled}’ still has the date of the example. Please change it, or keep it.
        </p>
      )}
      <DialogAnswers>
        <Button variant="subtle" onClick={() => answer('stay')}>
          Cancel
        </Button>
        {first === undefined ? (
          <Button onClick={() => answer('publish')}>{when === null ? 'Publish' : 'Plan it'}</Button>
        ) : (
          <>
            <Button variant="default" onClick={() => answer('publish')}>
              {blocks.length === 1 ? 'Keep it and' : 'Keep all and'} {when === null ? 'publish' : 'plan it'}
            </Button>
            {origin.kind !== 'issue' ? (
              <Button
                data-autofocus
                aria-disabled={unsettled !== undefined || undefined}
                aria-describedby={unsettled === undefined ? undefined : reason}
                onClick={() => unsettled === undefined && answer('remove')}
              >
                {origin.kind === 'both'
                  ? 'Remove the examples'
                  : `Remove the rest and ${when === null ? 'publish' : 'plan it'}`}
              </Button>
            ) : (
              <Button data-autofocus onClick={() => answer({ block: first.name })}>
                {blocks.length === 1 ? 'Go to it' : `Go through the ${blocks.length}`}
              </Button>
            )}
          </>
        )}
      </DialogAnswers>
    </Dialog>
  );
}

function Row({ block, onKeep, onGo }: { block: Block; onKeep: () => void; onGo: () => void }) {
  return (
    <li className={classes.row}>
      <CarriedBlock block={block} />
      <KeepButton block={block} onClick={onKeep} />
      <Button variant="subtle" size="sm" aria-label={`Go to it: ${useNameOf(block)}`} onClick={onGo}>
        Go to it
      </Button>
    </li>
  );
}
