import { z } from 'zod';
import { readStored, SESSION_BOUND, writeStored } from '#web/session/storage.ts';

/** What was typed on the sending screen of a newsletter: kept for this tab until it is sent or its person logs out. */

const words = z.object({ subject: z.string(), preview_text: z.string(), reply_to: z.string() });
export type MessageTexts = z.infer<typeof words>;
const typed = z.object({
  words: words.optional(),
  choice: z.object({ later: z.boolean(), day: z.string(), time: z.string() }).optional(),
});
type Typed = z.infer<typeof typed>;

const keyOf = (id: string) => `${SESSION_BOUND}send:${id}`;

/** What was typed, and not sent yet. */
export function readDraftMessage(id: string): Typed {
  try {
    return typed.parse(JSON.parse(readStored('sessionStorage', keyOf(id)) ?? '{}'));
  } catch {
    return {};
  }
}

/** Keeps what is typed, one part of it or both. */
export function storeDraftMessage(id: string, part: Typed): void {
  writeStored('sessionStorage', keyOf(id), JSON.stringify({ ...readDraftMessage(id), ...part }));
}

/** Forgets it: it was sent. */
export function clearDraftMessage(id: string): void {
  writeStored('sessionStorage', keyOf(id), null);
}
