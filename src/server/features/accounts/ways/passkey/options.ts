import { nameOrEmail } from '#contract/rules/names.ts';
import { type NewPasskeyOptions, PASSKEY_MS, type PasskeyOptions } from '#contract/sign-in/passkeys.ts';
import type { AppContext } from '#server/context.ts';
import type { User } from '#server/data/users.ts';
import { relyingParty } from './relying-party.ts';
import { type AskedChallenge, createChallenge, listPasskeys, type PasskeyRow } from './repo.ts';

/** The options with which a browser calls on a device. The names are WebAuthn's. */

/** COSE's numbers for EdDSA, ES256 and RS256: every authenticator supports one of them. */
export const ALGORITHMS = [-8, -7, -257] as const;

/** The challenge for a person: to confirm their session, or, without a session, as the second step. */
export function askedFor(personId: string, sessionId: string | null): AskedChallenge {
  return { purpose: sessionId === null ? 'second_step' : 'confirm', personId, sessionId };
}

/** Options to use a passkey, of one person or of anybody. */
export async function optionsFor(context: AppContext, asked: AskedChallenge): Promise<PasskeyOptions> {
  const { personId } = asked;
  const rows = personId === null ? [] : await listPasskeys(context.database, personId);
  return {
    challenge: await createChallenge(context, asked, PASSKEY_MS),
    rpId: relyingParty(context.config).id,
    timeout: PASSKEY_MS,
    userVerification: 'required',
    allowCredentials: rows.map(described),
  };
}

/** Options to create a passkey that names its person and verifies its user. */
export async function newOptionsFor(
  context: AppContext,
  person: User,
  sessionId: string,
): Promise<NewPasskeyOptions> {
  const { id, name } = relyingParty(context.config);
  const rows = await listPasskeys(context.database, person.id);
  return {
    challenge: await createChallenge(context, { purpose: 'add', personId: person.id, sessionId }, PASSKEY_MS),
    rp: { id, name },
    user: { id: handleOf(person.id), name: person.email, displayName: nameOrEmail(person) },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_MS,
    // The device's make does not matter.
    attestation: 'none',
    excludeCredentials: rows.map(described),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/** The user handle in a passkey: the id, which reveals nothing about the person. */
export function handleOf(personId: string): string {
  return Buffer.from(personId.replaceAll('-', ''), 'hex').toString('base64url');
}

function described({ credentialId: id, transports }: PasskeyRow) {
  return { id, type: 'public-key' as const, transports };
}
