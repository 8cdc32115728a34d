import { PEOPLE_MESSAGES } from '#contract/people.ts';
import { passwordWay } from '#contract/sign-in/ways/password.ts';
import { proving, type WayOnServer } from '#server/features/accounts/ways/way.ts';
import { forgetTries, LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { invalid } from '#server/platform/http/errors.ts';
import { known, verifyPassword } from './passwords.ts';

/** The password. People with a second factor confirm by that one: an open session and the password must not be enough to remove it. */
export const passwordOnServer: WayOnServer = {
  way: passwordWay,
  canConfirm: (_, { passwordHash }, factors) => passwordHash !== null && factors.length === 0,
  prove: proving(passwordWay.answer, async (context, { person }, password, within) => {
    await requireTry(context, LIMITS.passwordCheck, [person.id]);
    if (!(await verifyPassword(person.passwordHash, password, known(person.id))))
      throw invalid({ password: PEOPLE_MESSAGES.wrongPassword });
    await forgetTries(context, LIMITS.passwordCheck, [person.id]);
    return await within(async () => {
      // A password is not used up.
    });
  }),
  listEntries:
    async () =>
    ({ passwordHash }) =>
      passwordHash === null ? [] : [passwordWay.id],
};
