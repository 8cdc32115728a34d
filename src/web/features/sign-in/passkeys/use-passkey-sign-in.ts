import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { PASSKEY_MS, PASSKEY_UNKNOWN, passkeyRoutes } from '#contract/sign-in/passkeys.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { sessionOfReply } from '#web/features/sign-in/begun-session.ts';
import {
  askForPasskey,
  canOfferPasskeys,
  forgetPasskey,
  offerPasskeys,
  stopAsking,
} from '#web/passkeys/device.ts';
import { showPasskeyFailure } from '#web/passkeys/failure.ts';
import type { Session } from '#web/session/session.ts';

type Answer = z.input<(typeof passkeyRoutes)['passkeyLogin']['body']>['passkey'];

interface PasskeySignIn {
  readonly remember: () => boolean;
  readonly onSignedIn: (session: Session, remember: boolean) => Promise<void>;
}

/** Logging in by a passkey: by a button, or by the browser's suggestions in the email field. */
export function usePasskeySignIn({ remember, onSignedIn }: PasskeySignIn) {
  const signIn = async (passkey: Answer) => {
    const remember_me = remember();
    const { data } = await call(passkeyRoutes.passkeyLogin, { body: { passkey, remember_me } }).catch(
      forgetIfUnknown(passkey),
    );
    await onSignedIn(sessionOfReply(data), remember_me);
  };
  // While the button's request runs, the field suggests nothing.
  const isAsking = useRef(false);
  const { canOffer, offer, stop } = useOffer(signIn, isAsking);
  const use = useMutation({
    mutationFn: async () => {
      isAsking.current = true;
      await stop();
      const { options } = await call(passkeyRoutes.passkeyLoginOptions);
      await signIn(await askForPasskey(options));
    },
    onError: showPasskeyFailure,
    onSettled: () => {
      isAsking.current = false;
    },
  });
  return { use, canOffer, offer, stop };
}

/** Tells the browser about a removed passkey, so that it does not suggest it again. */
function forgetIfUnknown({ id }: Answer) {
  return async (error: unknown): Promise<never> => {
    if (isApiError(error, 400) && error.body.error_code === PASSKEY_UNKNOWN) await forgetPasskey(id);
    throw error;
  };
}

// The server's challenge expires after five minutes, so entering the field later requests a new one.
const OFFER_MS = PASSKEY_MS * 0.8;

function useOffer(signIn: (passkey: Answer) => Promise<void>, isAsking: { readonly current: boolean }) {
  const [canOffer, setCanOffer] = useState(false);
  const current = useRef<{ readonly controller: AbortController; readonly since: number } | null>(null);
  const stop = async () => {
    if (current.current === null) return;
    current.current.controller.abort();
    current.current = null;
    await stopAsking();
  };
  const offer = async () => {
    if (isAsking.current) return;
    const since = performance.now();
    if (current.current !== null && since - current.current.since < OFFER_MS) return;
    const controller = new AbortController();
    current.current = { controller, since };
    const { signal } = controller;
    try {
      if (!(await canOfferPasskeys()) || signal.aborted) return;
      const { options } = await call(passkeyRoutes.passkeyLoginOptions, { signal, handles: () => true });
      const chosen = await offerPasskeys(options);
      if (!signal.aborted) await signIn(chosen);
    } catch {
      // Stopped, or nothing to suggest: the person did not ask for it. The call itself shows the server's error about a chosen one.
    }
    if (current.current?.controller === controller) current.current = null;
  };
  const stopping = useRef(stop);
  useEffect(() => {
    void canOfferPasskeys().then(setCanOffer);
    const stopOffer = stopping.current;
    return () => void stopOffer();
  }, []);
  return { canOffer, offer, stop };
}
