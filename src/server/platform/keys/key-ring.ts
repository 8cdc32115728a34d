import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Key } from './key.ts';
import type { KeySource } from './key-source.ts';

/**
 * Encrypts the secrets that the database has to hold, so that a dump alone does not reveal them: AES-256-GCM under the
 * newest key, bound to the secret's owner, so that none can replace another. Source: docs/decisions/052.
 */

const ALGORITHM = 'aes-256-gcm';
const IV = 12;
const TAG = 16;
/** The mark of an encrypted value. No plain secret begins with it: those are base32, or begin with `whsec_`. */
const MARK = 'sealed:';
const SEALED = new RegExp(`^${MARK}([0-9a-f]{8}):([A-Za-z0-9_-]+)$`);

/** The key of a value is missing, or the value belongs to another owner. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
}

/** The keys of this installation. */
export class KeyRing {
  readonly source: KeySource;
  #keys: readonly Key[] | null = null;
  /** Secrets are stored plain until then, since the previous version, which may still run beside this one, cannot read others. */
  plainUntil: Date | null = null;

  constructor(source: KeySource) {
    this.source = source;
  }

  /** The keys, the newest first. Throws `SecretUnreadable` if there are none. */
  get #all(): readonly [Key, ...Key[]] {
    this.#keys ??= this.source.read();
    const [newest, ...others] = this.#keys ?? [];
    if (newest === undefined) throw new SecretUnreadable(`There are no keys in ${this.source.name}`);
    return [newest, ...others];
  }

  /** Reads the keys again: another process may have added one. */
  reread(): void {
    this.#keys = null;
  }

  get newestId(): string {
    return this.#all[0].id;
  }

  /** The form in which a secret is stored at a moment. */
  store(owner: string, secret: string, now: Date): string {
    return this.plainUntil !== null && now < this.plainUntil ? secret : this.seal(owner, secret);
  }

  /** Encrypts a secret under the newest key. */
  seal(owner: string, secret: string): string {
    const [{ id, bytes }] = this.#all;
    const iv = randomBytes(IV);
    const cipher = createCipheriv(ALGORITHM, bytes, iv, { authTagLength: TAG }).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${MARK}${id}:${sealed.toString('base64url')}`;
  }

  /** Decrypts a stored value, which may still be plain. Throws `SecretUnreadable`. */
  open(owner: string, stored: string): string {
    const [, id, text = ''] = SEALED.exec(stored) ?? [];
    if (id === undefined) return stored;
    const key = this.#find(id);
    const sealed = Buffer.from(text, 'base64url');
    try {
      const decipher = createDecipheriv(ALGORITHM, key.bytes, sealed.subarray(0, IV), {
        authTagLength: TAG,
      }).setAAD(Buffer.from(owner));
      decipher.setAuthTag(sealed.subarray(-TAG));
      return Buffer.concat([decipher.update(sealed.subarray(IV, -TAG)), decipher.final()]).toString('utf8');
    } catch {
      throw new SecretUnreadable(`A secret in the database is not the one that was stored: ${owner}`);
    }
  }

  #find(id: string): Key {
    const known = this.#all.find((key) => key.id === id);
    if (known !== undefined) return known;
    this.reread();
    const read = this.#all.find((key) => key.id === id);
    if (read !== undefined) return read;
    throw new SecretUnreadable(`The key ${id} is not in ${this.source.name}`);
  }
}

/** The id of the key that encrypts a stored value; null for a plain one. */
export function keyIdOf(stored: string): string | null {
  return SEALED.exec(stored)?.[1] ?? null;
}
