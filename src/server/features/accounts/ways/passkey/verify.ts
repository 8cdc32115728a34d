import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type NewPasskeyAnswer, PASSKEY_MESSAGES, PASSKEY_UNKNOWN } from '#contract/sign-in/passkeys.ts';
import type { PasskeyAnswer } from '#contract/sign-in/ways/passkey.ts';
import type { AppContext } from '#server/context.ts';
import { findUser } from '#server/data/users.ts';
import { mailTwoStepChange } from '#server/features/accounts/two-step/mail-change.ts';
import { badRequest, Refusal } from '#server/platform/http/errors.ts';
import type { Caller } from '#server/platform/http/handle.ts';
import { ALGORITHMS, handleOf } from './options.ts';
import { type RelyingParty, relyingParty } from './relying-party.ts';
import {
  type AskedChallenge,
  findPasskey,
  type PasskeyRow,
  type PasskeyUse,
  storeUse,
  takeChallenge,
} from './repo.ts';

/** Checks the answers of devices. Call it outside a transaction: a challenge is used up whatever follows. */

// Loading it takes half a second and 45 MB, for something that most schools rarely use.
const library = () => import('@simplewebauthn/server');

/**
 * Checks the use of a passkey. Throws 400 with the reason in words; if its counter went back, so that two devices may have it, its person
 * is notified.
 */
export async function verifyUse(
  context: AppContext,
  answer: PasskeyAnswer,
  asked: AskedChallenge,
): Promise<PasskeyUse> {
  const { challenge } = await takeChallengeOf(context, answer, asked);
  const stored = await findPasskey(context.database, answer.id);
  if (stored === undefined) throw unknownPasskey();
  if (asked.personId !== null && stored.userId !== asked.personId)
    throw badRequest(PASSKEY_MESSAGES.otherPerson);
  const { userHandle, ...signed } = answer.response;
  const named = userHandle ?? (asked.personId === null ? '' : handleOf(stored.userId));
  if (named !== handleOf(stored.userId)) throw badRequest(PASSKEY_MESSAGES.notRight);
  const party = relyingParty(context.config);
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    response: { ...answer, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    // The counter is compared below: the library compares it before it checks the signature.
    credential: { id: stored.credentialId, publicKey: new Uint8Array(stored.publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch(refuse(context, answer, party));
  if (!verified) throw badRequest(PASSKEY_MESSAGES.notRight);
  const { newCounter, credentialBackedUp: backedUp } = info;
  // A synced passkey is on several devices by design, each with its own counter.
  const counts = !backedUp && (newCounter > 0 || stored.counter > 0);
  if (counts && newCounter <= stored.counter) {
    await notifyOfCopy(context, stored);
    throw badRequest(PASSKEY_MESSAGES.copied);
  }
  return { id: stored.id, userId: stored.userId, counters: [stored.counter, newCounter], backedUp };
}

async function notifyOfCopy(context: AppContext, { userId, name }: PasskeyRow): Promise<void> {
  const person = await findUser(context.database, userId);
  if (person === undefined) return;
  await context.database.transaction(() => mailTwoStepChange(context, person, 'passkey_refused', name));
}

/** Checks a new passkey. Throws 400 with the reason in words. */
export async function verifyNew(
  context: AppContext,
  answer: NewPasskeyAnswer,
  { personId, sessionId }: Caller,
) {
  const { challenge } = await takeChallengeOf(context, answer, { purpose: 'add', personId, sessionId });
  const party = relyingParty(context.config);
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
  }).catch(refuse(context, answer, party));
  if (!verified) throw badRequest(PASSKEY_MESSAGES.notRight);
  const { credential, credentialBackedUp: backedUp } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: answer.response.transports,
    backedUp,
  };
}

/**
 * Records a verified use. Throws 400 if the passkey was used at the same time, or removed: without the code that makes browsers forget it.
 */
export async function recordUse(context: AppContext, use: PasskeyUse): Promise<void> {
  if (!(await storeUse(context, use))) throw badRequest(PASSKEY_MESSAGES.notRight);
}

/** The 400 for an unknown or removed passkey: it makes the browser forget it. */
function unknownPasskey(): Refusal {
  return new Refusal(400, { error_message: PASSKEY_MESSAGES.unknown, error_code: PASSKEY_UNKNOWN });
}

/** Our pages never ask from inside another site's page. */
const clientData = z.object({
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.literal(false).optional(),
});

async function takeChallengeOf(
  context: AppContext,
  answer: PasskeyAnswer | NewPasskeyAnswer,
  asked: AskedChallenge,
): Promise<z.output<typeof clientData>> {
  const signedData = readClientData(answer);
  if (signedData === null) throw badRequest(PASSKEY_MESSAGES.notRight);
  if (!(await takeChallenge(context, signedData.challenge, asked))) throw badRequest(PASSKEY_MESSAGES.late);
  return signedData;
}

function readClientData({ response }: PasskeyAnswer | NewPasskeyAnswer) {
  try {
    const json: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    return clientData.parse(json);
  } catch {
    return null;
  }
}

/** Handles the library's refusals. Its reasons are written for developers: they go to the operator. */
function refuse(context: AppContext, answer: PasskeyAnswer | NewPasskeyAnswer, party: RelyingParty) {
  return (error: unknown): never => {
    context.warn({ reason: String(error) }, 'A passkey was refused');
    throw badRequest(reasonFor(answer, party));
  };
}

const RP_ID_BYTES = 32;
const USER_VERIFIED = 0b100;

/** The words for people when the library has refused an answer. */
function reasonFor(answer: PasskeyAnswer | NewPasskeyAnswer, { id, origin }: RelyingParty): string {
  if (readClientData(answer)?.origin !== origin) return PASSKEY_MESSAGES.otherSite(origin);
  if (!('authenticatorData' in answer.response)) return PASSKEY_MESSAGES.notRight;
  const data = Buffer.from(answer.response.authenticatorData, 'base64url');
  if (!createHash('sha256').update(id).digest().equals(data.subarray(0, RP_ID_BYTES)))
    return PASSKEY_MESSAGES.otherSite(origin);
  return ((data[RP_ID_BYTES] ?? 0) & USER_VERIFIED) === 0
    ? PASSKEY_MESSAGES.notVerified
    : PASSKEY_MESSAGES.notRight;
}
