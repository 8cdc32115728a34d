import { RECOVERY_CODE_MESSAGES, recoveryCodeWay } from '#contract/sign-in/ways/recovery-code.ts';
import type { AppContext } from '#server/context.ts';
import type { User } from '#server/data/users.ts';
import { mailTwoStepChange } from '#server/features/accounts/two-step/mail-change.ts';
import { takeCounted } from '#server/features/accounts/ways/code-tries.ts';
import { proving, type WayOnServer } from '#server/features/accounts/ways/way.ts';
import { LIMITS } from '#server/platform/http/attempts.ts';
import { invalid } from '#server/platform/http/errors.ts';
import { takeRecoveryCode } from './repo.ts';

/** A recovery code, in place of a person's second factor. */
export const recoveryCodeOnServer: WayOnServer = {
  way: recoveryCodeWay,
  canConfirm: (_, __, factors) => factors.length > 0,
  prove: proving(recoveryCodeWay.answer, async (context, { person, ip }, code, within) => {
    return await takeCounted(context, { person, ip, limit: LIMITS.recoveryCode }, () =>
      within(() => takeOwnRecoveryCode(context, person, code)),
    );
  }),
};

/** Uses up a recovery code and notifies its person. Throws 400 for a wrong or a used one. */
async function takeOwnRecoveryCode(context: AppContext, person: User, code: string): Promise<void> {
  if (!(await takeRecoveryCode(context.database, person.id, code, context.clock.now())))
    throw invalid({ recovery_code: RECOVERY_CODE_MESSAGES.wrong });
  await mailTwoStepChange(context, person, 'recovery_code_used');
}
