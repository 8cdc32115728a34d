import { type IfBegun, NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import type { AppContext } from '#server/context.ts';
import { type DraftLike, findSameDraft } from '#server/features/newsletters/repo.ts';
import { conflict } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';

/** Throws 409 with the same draft, if there is one and the form asks for the check. */
export async function refuseSameDraft(
  { database }: AppContext,
  { schoolId }: Pick<Member, 'schoolId'>,
  { if_begun, ...draft }: DraftLike & { readonly if_begun?: IfBegun | undefined },
): Promise<void> {
  const begun = if_begun === 'ask' ? await findSameDraft(database, schoolId, draft) : null;
  if (begun !== null) throw conflict(NEWSLETTER_MESSAGES.begun, { begun });
}
