import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { VersionConflict } from '#web/features/editor/kernel/save-state.ts';
import { fetchNewsletter, openedFrom } from './newsletter-calls.ts';

/** Updates an open question to what others have stored since. `known`: the version that the question is about. */
export async function askOfNewest(
  { opened, saver, noteMissing }: EditorSession,
  known: number,
  signal: AbortSignal,
): Promise<void> {
  const theirs = await fetchNewsletter(opened.id, signal);
  if (signal.aborted || theirs.attributes.version <= known) return;
  noteMissing(theirs.attributes.missing_files);
  saver.handleRefusal(new VersionConflict(theirs, openedFrom(theirs).saved));
}
