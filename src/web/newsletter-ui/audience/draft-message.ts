import { z } from 'zod';
import { readStored, SESSION_BOUND_PREFIX, writeStored } from '#web/session/storage.ts';
import { sendToChoice } from './send-to-choice.ts';

/** The message typed on the sending screen, stored for this tab until it is sent or the person logs out. */

const messageTexts = z.object({ subject: z.string(), preview_text: z.string(), reply_to: z.string() });
export type MessageTexts = z.infer<typeof messageTexts>;
const draftMessage = z.object({
  words: messageTexts.optional(),
  to: sendToChoice.optional(),
  choice: z.object({ later: z.boolean(), day: z.string(), time: z.string() }).optional(),
});
type DraftMessage = z.infer<typeof draftMessage>;

const keyOf = (id: string) => `${SESSION_BOUND_PREFIX}send:${id}`;

/** The stored message of a newsletter; empty if there is none. */
export function readDraftMessage(id: string): DraftMessage {
  try {
    return draftMessage.parse(JSON.parse(readStored('sessionStorage', keyOf(id)) ?? '{}'));
  } catch {
    return {};
  }
}

/** Stores the texts, the audience, the chosen time, or several of them. */
export function storeDraftMessage(id: string, part: DraftMessage): void {
  writeStored('sessionStorage', keyOf(id), JSON.stringify({ ...readDraftMessage(id), ...part }));
}

/** Removes the message once it is sent. */
export function clearDraftMessage(id: string): void {
  writeStored('sessionStorage', keyOf(id), null);
}
