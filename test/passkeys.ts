import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import {
  type NewPasskeyAnswer,
  type NewPasskeyOptions,
  type PasskeyOptions,
  passkeyRoutes,
} from '#contract/sign-in/passkeys.ts';
import type { PasskeyAnswer } from '#contract/sign-in/ways/passkey.ts';
import type { TestApp } from './app.ts';

/** The circumstances of a passkey's use; by default, those of an honest device on our page. */
export interface Circumstances {
  readonly origin?: string;
  /** Whether our page was embedded in a page of another site. */
  readonly crossOrigin?: boolean;
  readonly rpId?: string;
  /** Whether the device has verified its user. */
  readonly verified?: boolean;
  /** Whether the passkey is synced between devices. */
  readonly backedUp?: boolean;
  /** The number of uses so far; by default one more each time. */
  readonly counter?: number;
  readonly userHandle?: string | undefined;
}

const PRESENT = 1;
const VERIFIED = 1 << 2;
const BACKED_UP = (1 << 3) | (1 << 4);
const WITH_KEY = 1 << 6;
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** A passkey with its device, in software: ES256 without attestation, like most (WebAuthn, 6.1 and 6.5). */
export class TestPasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #key: KeyObject;
  readonly #publicKey: Uint8Array;
  #counter = 0;
  #userHandle = '';

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  }

  /** The device's answer to making the passkey. */
  make(options: NewPasskeyOptions, how: Circumstances = {}): NewPasskeyAnswer {
    this.#userHandle = options.user.id;
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp.id, WITH_KEY, how),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      this.#publicKey,
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, how).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The device's answer to using the passkey. */
  use(options: PasskeyOptions, how: Circumstances = {}): PasskeyAnswer {
    this.#counter = how.counter ?? this.#counter + 1;
    const authenticatorData = this.#authenticatorData(options.rpId, 0, how);
    const client = clientData('webauthn.get', options.challenge, how);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), this.#key);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: 'userHandle' in how ? how.userHandle : this.#userHandle,
      },
    };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const };
  }

  #authenticatorData(
    rpId: string,
    flags: number,
    { rpId: other = rpId, verified = true, backedUp = false }: Circumstances,
  ): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([
      sha256(other),
      Buffer.from([flags | PRESENT | (verified ? VERIFIED : 0) | (backedUp ? BACKED_UP : 0)]),
      counter,
    ]);
  }
}

const ORIGIN = 'http://localhost:3000';

function clientData(
  type: string,
  challenge: string,
  { origin = ORIGIN, crossOrigin = false }: Circumstances,
): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
}

/** Adds a passkey for the signed-in person. */
export async function addTestPasskey(test: TestApp, token: string, name = 'Priya’s laptop') {
  const device = new TestPasskey();
  const { options } = (await test.call(passkeyRoutes.newPasskeyOptions, { token })).ok();
  const body = { passkey: device.make(options), name };
  const { passkey, recovery_codes } = (await test.call(passkeyRoutes.addPasskey, { token, body })).ok();
  return { device, id: passkey.id, recoveryCodes: recovery_codes };
}
