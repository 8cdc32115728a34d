import { focusForm } from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { addBlockBeside } from '#web/features/editor/state/add-commands.ts';
import { removeEmptyBlock, selectBlock, undoStep, walkFrom } from '#web/features/editor/state/commands.ts';
import type { KeyEffect } from './writing-keys.ts';

/** Does what a key in a block's words does beyond them. */
export function runKeyEffect(editing: Editing, name: string, effect: KeyEffect): void {
  if (effect === 'leave') selectBlock(editing, null);
  else if (effect === 'add-below') addBlockBeside(editing, 'text', { block: name, at: 'below' });
  else if (effect === 'choose-below') editing.insertion.setState({ block: name, at: 'below' }, true);
  else if (effect === 'remove') removeEmptyBlock(editing, name);
  else if (effect === 'undo') undoStep(editing);
  else if (effect === 'form') focusForm();
  else walkFrom(editing, name, effect);
}
