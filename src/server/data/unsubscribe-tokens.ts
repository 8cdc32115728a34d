import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { secretOf } from '#server/platform/secrets.ts';
import { findSchool } from './schools.ts';

/**
 * The tokens of a reader's links: the ids of school and subscriber, and a signature over both. They work for years,
 * without a row for each mail, and cannot be forged. Each purpose has its own key.
 */

const SECRET = 'unsubscribe';
/** `preferences`: the page of the reader's choices. */
export type TokenPurpose = 'unsubscribe' | 'preferences';
const ID_BYTES = 16;
// 128 bits cannot be guessed.
const SIGNATURE_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;
/** A token begins with the school's id. */
const SCHOOL_PART = /^[A-Za-z0-9_-]{22}/;

/** The token in a test mail's links. Its page says that it is a test. */
export const TEST_TOKEN = 'test';

/** The subscriber that a token identifies. */
export interface SubscriberRef {
  readonly schoolId: string;
  readonly subscriberId: string;
}

/** Creates a function that makes tokens. It reads the key from the database once. */
export async function tokenMaker(
  context: AppContext,
  purpose: TokenPurpose = 'unsubscribe',
): Promise<(reader: SubscriberRef) => string> {
  const secret = await keyOf(context, purpose);
  return ({ schoolId, subscriberId }) => {
    const ids = Buffer.concat([bytesOf(schoolId), bytesOf(subscriberId)]);
    return Buffer.concat([ids, sign(secret, ids)]).toString('base64url');
  };
}

/** Verifies a token and returns its subscriber; null if the signature is wrong. */
export async function readToken(
  context: AppContext,
  token: string,
  purpose: TokenPurpose = 'unsubscribe',
): Promise<SubscriberRef | null> {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  const signature = sign(await keyOf(context, purpose), ids);
  if (!timingSafeEqual(bytes.subarray(2 * ID_BYTES), signature)) return null;
  return {
    schoolId: uuidOf(ids.subarray(0, ID_BYTES)),
    subscriberId: uuidOf(ids.subarray(ID_BYTES)),
  };
}

/** The language of the school that a broken link names, since many have only lost their end; null if it names none. */
export async function languageOfLink({ database }: AppContext, token: string): Promise<string | null> {
  const [part] = SCHOOL_PART.exec(token) ?? [];
  if (part === undefined) return null;
  return (await findSchool(database, uuidOf(Buffer.from(part, 'base64url'))))?.language ?? null;
}

/**
 * Creates a function that makes message ids. A newsletter's mail to a subscriber always has the same id, so that
 * duplicates can be detected.
 */
export async function messageIdMaker(
  context: AppContext,
  newsletterId: string,
): Promise<(reader: SubscriberRef) => string> {
  const secret = await keyOf(context, SECRET);
  const host = context.config.mailFrom.address.split('@')[1] ?? 'localhost';
  return ({ subscriberId }) => {
    const ids = Buffer.concat([bytesOf(newsletterId), bytesOf(subscriberId)]);
    return `<${createHmac('sha256', secret).update('message').update(ids).digest('hex').slice(0, 40)}@${host}>`;
  };
}

// A KeyObject is parsed once; parsing raw bytes at each signature takes longer than signing.
async function keyOf(context: AppContext, purpose: TokenPurpose): Promise<KeyObject> {
  return createSecretKey(await secretOf(context, purpose));
}

function sign(secret: KeyObject, ids: Buffer): Buffer {
  return createHmac('sha256', secret).update(ids).digest().subarray(0, SIGNATURE_BYTES);
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
