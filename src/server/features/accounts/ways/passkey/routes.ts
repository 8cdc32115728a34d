import { passkeyRoutes } from '#contract/sign-in/passkeys.ts';
import type { AppContext } from '#server/context.ts';
import { rememberDevice } from '#server/features/accounts/known-devices.ts';
import { originOf, presentBegunSession } from '#server/features/accounts/present.ts';
import { requireStep } from '#server/features/accounts/two-step/second-step.ts';
import { ipKey, LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { askedFor, optionsFor } from './options.ts';
import { addPasskey, beginPasskey, nameOwnPasskey, presentPasskey, removePasskey } from './passkeys.ts';
import { signInByPasskey, signInOptions } from './sign-in.ts';

/** Passkeys: logging in by them, and a person's own. */
export function passkeyHandlers(context: AppContext): readonly Handler[] {
  return [
    handle(passkeyRoutes.passkeyLoginOptions, async ({ request }) => ({
      options: await signInOptions(context, request.ip),
    })),
    handle(passkeyRoutes.passkeyLogin, async ({ body, request, reply }) => {
      const from = originOf(request);
      const { token, person } = await signInByPasskey(context, body, from);
      reply.header('set-cookie', await rememberDevice(context, from.cookies, person.email));
      return { data: presentBegunSession(token, person) };
    }),
    handle(passkeyRoutes.secondStepOptions, async ({ body, request }) => {
      await requireTry(context, LIMITS.passkeyOptions, [ipKey(request.ip)]);
      const { person } = await requireStep(context, body.step);
      return { options: await optionsFor(context, askedFor(person.id, null)) };
    }),
    handle(passkeyRoutes.confirmOptions, async ({ caller: { personId, sessionId } }) => {
      await requireTry(context, LIMITS.passkeyOptions, [personId]);
      return { options: await optionsFor(context, askedFor(personId, sessionId)) };
    }),
    handle(passkeyRoutes.newPasskeyOptions, async ({ caller }) => ({
      options: await beginPasskey(context, caller),
    })),
    handle(passkeyRoutes.addPasskey, async ({ caller, body }) => {
      const { added, recoveryCodes } = await addPasskey(context, caller, body);
      return { passkey: presentPasskey(added), recovery_codes: [...recoveryCodes] };
    }),
    handle(passkeyRoutes.renamePasskey, async ({ caller, params, body }) => ({
      passkey: presentPasskey(await nameOwnPasskey(context, caller, params.id, body.name)),
    })),
    handle(passkeyRoutes.removePasskey, async ({ caller, params }) => {
      await removePasskey(context, caller, params.id);
    }),
  ];
}
