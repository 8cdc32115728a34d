import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Editing } from '#web/features/editor/kernel/editor-session.ts';
import type { SaveState } from '#web/features/editor/kernel/save-state.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { askOfNewest } from './ask-of-newest.ts';

/** A pause of typing in which a question may come, in milliseconds: what is typed then would be lost. */
const PAUSE = 1000;

/**
 * Whether the question about others' changes is shown: in a pause of typing, until the person says 'Later'. Meanwhile it follows
 * what the others save, so that it is about their words of now.
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

function askInAPause(asking: Editing['asking']): () => void {
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
  const newest = useStore(editing.heard, ({ stored }) => stored?.version ?? 0);
  useEffect(() => {
    if (known === null || newest <= known) return;
    const stop = new AbortController();
    // If it fails, the answer fetches it once more.
    askOfNewest(editing, known, stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [editing, known, newest]);
}
