import { NEWSLETTER_ROOM_MESSAGES } from '#contract/rules/newsletter-room.ts';
import { byteLength } from '#newsletter/document/document.ts';
import type { AppContext } from '#server/context.ts';
import { requireNewsletterRoom } from '#server/data/quota/newsletter-room.ts';
import type { Unrendered } from '#server/features/newsletters/repo.ts';
import { LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import type { Member } from '#server/platform/http/handle.ts';
import type { DraftContent } from './content.ts';

/** Throws 413 if the school's newsletters have used up their room, 429 if it has begun many within the hour. */
export async function requireRoomForNew(context: AppContext, { schoolId }: Member): Promise<void> {
  await requireNewsletterRoom(context, schoolId);
  await requireTry(context, LIMITS.newNewsletters, [schoolId], NEWSLETTER_ROOM_MESSAGES.often);
}

// Smaller ones hardly matter: the number of a school's newsletters is limited.
const LARGE_CODE = 64 * 1024;

/** Growing a large newsletter needs room; shrinking it does not. Throws 413. */
export async function requireRoomFor(
  context: AppContext,
  stored: Pick<Unrendered, 'schoolId' | 'code'>,
  content: Pick<DraftContent, 'code'>,
): Promise<void> {
  const size = (code: readonly unknown[]) => byteLength(JSON.stringify(code));
  const after = size(content.code);
  if (after > LARGE_CODE && after > size(stored.code)) await requireNewsletterRoom(context, stored.schoolId);
}
