import type { ReactNode } from 'react';
import { flushChange } from '#web/features/editor/kernel/places/focus.ts';
import type { EditorSession } from './editor-session.ts';

/** Shows a dialog over the editor until it is answered. */
export async function askInDialog<Answer>(
  { question }: Pick<EditorSession, 'question'>,
  dialog: (answer: (answer: Answer) => void) => ReactNode,
): Promise<Answer> {
  const answer = await new Promise<Answer>((resolve) => question.setState(() => dialog(resolve), true));
  flushChange(() => question.setState(null, true));
  return answer;
}

/** Returns the focus to the button that was pressed; the next dialog restores it from there. */
export function focusAgain(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
}
