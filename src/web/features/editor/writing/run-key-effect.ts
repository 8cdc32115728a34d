import { addBlockBeside } from '#web/features/editor/kernel/commands/add-commands.ts';
import { chooseBelow } from '#web/features/editor/kernel/commands/choose-below.ts';
import {
  redoStep,
  removeEmptyBlock,
  selectBlock,
  undoStep,
  walkFrom,
} from '#web/features/editor/kernel/commands/commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { focusForm } from '#web/features/editor/kernel/places/focus.ts';
import { mayAddBelow } from '#web/features/editor/kernel/state/rights.ts';
import type { KeyEffect } from './writing-keys.ts';

/** Runs the effect of a key beyond the words it is pressed in. Adds nothing where the block alone is the person's part. */
export function runKeyEffect(editing: EditorSession, name: string, asked: KeyEffect): void {
  const isAdding = asked === 'add-below' || asked === 'choose-below';
  const effect = isAdding && !mayAddBelow(editing.rightAt(name)) ? 'leave' : asked;
  if (effect === 'leave') selectBlock(editing, null);
  else if (effect === 'add-below') addBlockBeside(editing, 'text', { block: name, at: 'below' });
  else if (effect === 'choose-below') chooseBelow(editing, name);
  else if (effect === 'remove') removeEmptyBlock(editing, name);
  else if (effect === 'undo') undoStep(editing);
  else if (effect === 'redo') redoStep(editing);
  else if (effect === 'form') focusForm();
  else walkFrom(editing, name, effect);
}
