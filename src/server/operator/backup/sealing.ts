import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { OperatorError } from '#server/operator/operator-error.ts';

/**
 * Encrypts the objects of a backup: AES-256-GCM in pieces, each with its number and whether it is the last (the STREAM
 * construction, as in age and Tink), so that nothing can be changed, cut off or swapped unnoticed. scrypt makes one key
 * for each backup from the passphrase; each object has its own key, from that key, its name and a random salt.
 * Source: https://eprint.iacr.org/2015/189, docs/decisions/045.
 */

const PIECE = 64 * 1024;
const TAG = 16;
const SALT = 16;
const KEY = 32;
const ALGORITHM = 'aes-256-gcm';
/** The cost of trying one passphrase: 128 MB and about half a second. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;

const PASSPHRASE_MIN = 16;

/** A backup's salt, in hexadecimal: the passphrase and the salt make the key. */
export function newSalt(): string {
  return randomBytes(SALT).toString('hex');
}

/** The passphrase in BACKUP_PASSPHRASE. Throws `OperatorError` if it is missing or too short. */
export function passphraseIn(given: string | undefined): string {
  if (given !== undefined && given.length >= PASSPHRASE_MIN) return given;
  throw new OperatorError(
    `Set BACKUP_PASSPHRASE to ${PASSPHRASE_MIN} characters or more, and keep it apart from the backup: without it nobody can read that.`,
  );
}

/** The key of a backup. Throws `OperatorError` for a passphrase that is too short. */
export async function backupKey(given: string | undefined, salt: string): Promise<Buffer> {
  const passphrase = passphraseIn(given);
  return await new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'hex'), KEY, SCRYPT, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/** Encrypts one object. */
export function sealing(key: Buffer, name: string): Transform {
  const salt = randomBytes(SALT);
  const own = ownKey(key, salt, name);
  let number = 0;
  const seal = (piece: Buffer, isLast: boolean) => {
    const cipher = createCipheriv(ALGORITHM, own, nonceOf(number, isLast));
    number += 1;
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  };
  return new Pieces(PIECE, seal, salt);
}

/** Decrypts one object. Fails with `OperatorError` if it is not what was stored under its name, or the passphrase is wrong. */
export function unsealing(key: Buffer, name: string): Transform {
  let own: Buffer | null = null;
  let number = 0;
  const open = (piece: Buffer, isLast: boolean) => {
    const nonce = nonceOf(number, isLast);
    number += 1;
    try {
      const decipher = createDecipheriv(ALGORITHM, own ?? Buffer.alloc(KEY), nonce);
      decipher.setAuthTag(piece.subarray(-TAG));
      return Buffer.concat([decipher.update(piece.subarray(0, -TAG)), decipher.final()]);
    } catch {
      throw new OperatorError(
        `${name} of the backup cannot be read: another BACKUP_PASSPHRASE, or it was damaged.`,
      );
    }
  };
  return new Pieces(PIECE + TAG, open, null, (salt) => {
    own = ownKey(key, salt, name);
  });
}

/** Splits a stream into pieces of one size; only the last may be smaller. */
class Pieces extends Transform {
  readonly #size: number;
  readonly #make: (piece: Buffer, isLast: boolean) => Buffer;
  readonly #takeSalt: ((salt: Buffer) => void) | undefined;
  #hasSalt: boolean;
  #kept: Buffer = Buffer.alloc(0);

  constructor(
    size: number,
    make: (piece: Buffer, isLast: boolean) => Buffer,
    salt: Buffer | null,
    takeSalt?: (salt: Buffer) => void,
  ) {
    super();
    this.#size = size;
    this.#make = make;
    this.#takeSalt = takeSalt;
    this.#hasSalt = takeSalt === undefined;
    if (salt !== null) this.push(salt);
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#attempt(done, () => {
      this.#kept = Buffer.concat([this.#kept, chunk]);
      if (!this.#hasSalt && this.#kept.length >= SALT) {
        this.#takeSalt?.(this.#kept.subarray(0, SALT));
        this.#kept = this.#kept.subarray(SALT);
        this.#hasSalt = true;
      }
      // A full piece may be the last, so it is kept until more bytes arrive.
      while (this.#hasSalt && this.#kept.length > this.#size) {
        this.push(this.#make(this.#kept.subarray(0, this.#size), false));
        this.#kept = this.#kept.subarray(this.#size);
      }
    });
  }

  override _flush(done: TransformCallback): void {
    this.#attempt(done, () => {
      this.push(this.#make(this.#kept, true));
    });
  }

  #attempt(done: TransformCallback, work: () => void): void {
    try {
      work();
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

function ownKey(key: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `inkwell backup ${name}`, KEY));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}
