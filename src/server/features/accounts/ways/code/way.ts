import { and, eq, exists, isNotNull } from 'drizzle-orm';
import { CODE_MESSAGES, codeWay } from '#contract/sign-in/ways/code.ts';
import type { AppContext } from '#server/context.ts';
import { takeCounted } from '#server/features/accounts/ways/code-tries.ts';
import { proving, type WayOnServer } from '#server/features/accounts/ways/way.ts';
import { authenticators } from '#server/platform/db/schema/people.ts';
import { LIMITS } from '#server/platform/http/attempts.ts';
import { invalid } from '#server/platform/http/errors.ts';
import { periodOf } from './app-codes.ts';
import { deleteAuthenticator, findAuthenticator, takePeriod } from './repo.ts';

/** A code of the authenticator app, once it is set up. */
export const codeOnServer: WayOnServer = {
  way: codeWay,
  canConfirm: (_, __, factors) => factors.includes(codeWay.id),
  prove: proving(codeWay.answer, async (context, { person, ip }, code, within) => {
    return await takeCounted(context, { person, ip, limit: LIMITS.codeByPerson }, () =>
      within(() => takeAppCode(context, person.id, code)),
    );
  }),
  factor: {
    isHeldBy: (database, personId) =>
      exists(
        database
          .orm()
          .select({ userId: authenticators.userId })
          .from(authenticators)
          .where(and(eq(authenticators.userId, personId), isNotNull(authenticators.confirmedAt))),
      ),
    forget: deleteAuthenticator,
  },
};

/** Uses up a code of the person's app. Throws 400 for a wrong or a used one. */
async function takeAppCode(context: AppContext, personId: string, code: string): Promise<void> {
  const { database, clock } = context;
  const app = await findAuthenticator(context, personId);
  const period = app === undefined ? null : periodOf(code, app.secret, clock.now());
  if (app === undefined || period === null || !(await takePeriod(database, app, period)))
    throw invalid({ code: CODE_MESSAGES.wrong });
}
