import { eq, exists } from 'drizzle-orm';
import { passkeyWay } from '#contract/sign-in/ways/passkey.ts';
import { proving, type WayOnServer } from '#server/features/accounts/ways/way.ts';
import { passkeys } from '#server/platform/db/schema/passkeys.ts';
import { askedFor } from './options.ts';
import { deleteExpiredChallenges, deletePasskeys } from './repo.ts';
import { recordUse, verifyUse } from './verify.ts';

/** A passkey: signs in alone, or after the password. */
export const passkeyOnServer: WayOnServer = {
  way: passkeyWay,
  canConfirm: (_, __, factors) => factors.includes(passkeyWay.id),
  prove: proving(passkeyWay.answer, async (context, asked, answer, within) => {
    const use = await verifyUse(context, answer, askedFor(asked.person.id, asked.sessionId));
    return await within(() => recordUse(context, use));
  }),
  factor: {
    isHeldBy: (database, personId) =>
      exists(database.orm().select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, personId))),
    forget: deletePasskeys,
  },
  listEntries: async () => (_, factors) => (factors.includes(passkeyWay.id) ? [passkeyWay.id] : []),
  deleteExpired: deleteExpiredChallenges,
};
