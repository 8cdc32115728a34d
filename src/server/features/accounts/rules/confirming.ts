import type { z } from 'zod';
import { type confirmForm, confirmRoutes } from '#contract/sign-in/confirming.ts';
import { secondFactorRoutes } from '#contract/sign-in/second-factor.ts';
import { TWO_STEP_MESSAGES } from '#contract/sign-in/two-step.ts';
import type { AppContext } from '#server/context.ts';
import { confirmSession } from '#server/data/sessions.ts';
import { loadPerson } from '#server/features/accounts/service.ts';
import { answerIn, findFactors } from '#server/features/accounts/ways/ways.ts';
import { invalid } from '#server/platform/http/errors.ts';
import { type Caller, type Handler, handle } from '#server/platform/http/handle.ts';
import { setSecondFactor } from './second-factor.ts';
import { defineSecondFactorMail } from './second-factor-mail.ts';

/** Confirming one's identity again, for actions that an open session alone must not allow, and a school's rule on second factors. */
export function confirming(context: AppContext): readonly Handler[] {
  defineSecondFactorMail(context);
  return [
    handle(secondFactorRoutes.setSecondFactor, async ({ caller, params, body }) => {
      await setSecondFactor(context, caller, params.id, body);
    }),
    handle(confirmRoutes.confirmPerson, async ({ caller, body, request }) => {
      await confirmPerson(context, caller, body, request.ip);
    }),
  ];
}

/**
 * Confirms the caller's session; a second factor makes it strong from then on. Throws 400 for a wrong answer, and for the password of
 * somebody with a second factor: an open session and the password must not be enough to remove it. 429 after too many.
 */
async function confirmPerson(
  context: AppContext,
  caller: Caller,
  form: z.output<typeof confirmForm>,
  ip: string,
): Promise<void> {
  const { personId, sessionId } = caller;
  const { way, prove } = answerIn(form);
  const isFactor = way.afterPassword !== null;
  if (!isFactor && (await findFactors(context.database, personId)).length > 0)
    throw invalid({ [way.id]: TWO_STEP_MESSAGES.factorInstead });
  const person = await loadPerson(context, caller);
  await prove(context, { person, ip, sessionId }, (take) =>
    context.database.transaction(async () => {
      await take();
      await confirmSession(context, sessionId, isFactor);
    }),
  );
}
