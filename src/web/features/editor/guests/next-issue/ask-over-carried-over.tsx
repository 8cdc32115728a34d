import { blocksOf } from '#newsletter/document/layout.ts';
import { isContent } from '#newsletter/document/traits.ts';
import { askInDialog, focusAgain } from '#web/features/editor/kernel/ask.ts';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { AskBeforePublishing } from '#web/features/editor/kernel/guest.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { carriedOverStore } from './carried-over.ts';
import {
  type CarriedOverAnswer,
  keepCarriedOver,
  keptOnServer,
  untouchedBlocks,
} from './carried-over-blocks.ts';
import { CarriedOverQuestion } from './carried-over-question.tsx';
import { removeExamples, stayingHeadings } from './remove-examples.ts';

/** Asks about the blocks that are still as in the issue before; asks again about the rest once examples are removed. */
export const askOverCarriedOver: AskBeforePublishing = async ({ editing }, when) => {
  while (hasContent(editing) && untouchedBlocks(editing).length > 0) {
    const opener = document.activeElement;
    const answer = await askInDialog<CarriedOverAnswer>(editing, (give) => (
      <CarriedOverQuestion when={when} answer={give} />
    ));
    if (typeof answer === 'object') selectBlock(editing, answer.block, 'end');
    else focusAgain(opener);
    if (answer === 'remove') {
      removeThem(editing);
      continue;
    }
    if (answer !== 'publish') return false;
    keepCarriedOver(editing, untouchedBlocks(editing));
    break;
  }
  await keptOnServer(editing);
  return true;
};

function removeThem(editing: EditorSession): void {
  const examples = carriedOverStore(editing).getState();
  const headings = stayingHeadings(editing.store.getState(), examples);
  act(editing.store, removeExamples, examples, editing.language);
  keepCarriedOver(editing, headings);
}

// The footer alone does not count as content.
function hasContent({ store }: EditorSession): boolean {
  return blocksOf(store.getState().document).some(isContent);
}
