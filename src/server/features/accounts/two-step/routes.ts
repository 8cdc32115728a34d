import { twoStepRoutes } from '#contract/sign-in/two-step.ts';
import type { AppContext } from '#server/context.ts';
import { rememberDevice } from '#server/features/accounts/known-devices.ts';
import { originOf, presentBegunSession } from '#server/features/accounts/present.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { takeSecondStep } from './second-step.ts';
import { trustedCookie } from './trusted-cookie.ts';
import { beginTwoStep, forgetOwnTrusted, readTwoStep, renewCodes, turnOff, turnOn } from './two-step.ts';

/** Two-step sign-in. */
export function twoStep(context: AppContext): readonly Handler[] {
  return [
    handle(twoStepRoutes.secondStep, async ({ body, request, reply }) => {
      const from = originOf(request);
      const { person, token, trusted } = await takeSecondStep(context, body, from);
      reply.header('set-cookie', [
        await rememberDevice(context, from.cookies, person.email),
        ...(trusted === null ? [] : [trustedCookie(context.config, from.cookies, trusted)]),
      ]);
      return { data: presentBegunSession(token, person) };
    }),
    handle(twoStepRoutes.readTwoStep, async ({ caller }) => ({
      two_step: await readTwoStep(context, caller),
    })),
    handle(twoStepRoutes.forgetTrusted, async ({ caller, params }) => {
      await forgetOwnTrusted(context, caller, params.id);
    }),
    handle(twoStepRoutes.beginAuthenticator, async ({ caller }) => ({
      authenticator: await beginTwoStep(context, caller),
    })),
    handle(twoStepRoutes.confirmAuthenticator, async ({ caller, body, request }) => ({
      recovery_codes: [...(await turnOn(context, caller, request.ip, body.code))],
    })),
    handle(twoStepRoutes.removeAuthenticator, async ({ caller }) => {
      await turnOff(context, caller);
    }),
    handle(twoStepRoutes.renewRecoveryCodes, async ({ caller }) => ({
      recovery_codes: [...(await renewCodes(context, caller))],
    })),
  ];
}
