import { useState } from 'react';
import { currentSession } from '#web/session/session.ts';
import { openKeptWords } from './kept-words.ts';
import { KeptWordsDialog } from './kept-words-part.ts';

/** What was typed before a reload, in a part that was taken back. */
export function KeptHere({ id }: { id: string }) {
  const [kept] = useState(() => openKeptWords(currentSession()?.user.id ?? 'nobody', id));
  return <KeptWordsDialog kept={kept} />;
}
