import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { SaveState } from '#web/features/editor/kernel/save-state.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { askOfNewest } from './ask-of-newest.ts';

/** The pause in typing before a question may come, in milliseconds: keys pressed as it opens would be lost. */
const PAUSE = 1000;

/**
 * Whether the question about others' changes is shown: from a pause in typing until the person says 'Later'. Meanwhile it follows
 * what the others save, so that it is about their latest words.
 */
export function useAsking(state: SaveState): boolean {
  const { asking } = useTools().editing;
  const when = useStore(asking);
  const isAsked = state.step === 'conflict';
  useFollowing(state);
  useEffect(() => {
    if (!isAsked) return;
    const stop = askInAPause(asking);
    return () => {
      stop();
      asking.setState('in-a-pause', true);
    };
  }, [asking, isAsked]);
  return when === 'now';
}

function askInAPause(asking: EditorSession['asking']): () => void {
  const show = () => {
    if (asking.getState() === 'in-a-pause') asking.setState('now', true);
  };
  let timer = setTimeout(show, PAUSE);
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(show, PAUSE);
  };
  window.addEventListener('keydown', wait, { capture: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', wait, { capture: true });
  };
}

function useFollowing(state: SaveState): void {
  const { editing } = useTools();
  const known = state.step === 'conflict' ? state.theirs.attributes.version : null;
  const newest = useStore(editing.news, ({ stored }) => stored?.version ?? 0);
  useEffect(() => {
    if (known === null || newest <= known) return;
    const stop = new AbortController();
    // If this fails, answering fetches it again.
    askOfNewest(editing, known, stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [editing, known, newest]);
}
