import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { secretOf } from '#server/platform/secrets.ts';

/**
 * What stands in a mail's unsubscribe link: the school's and the subscriber's id and a signature over both, so that it
 * works for years, without anything kept for each mail, and for nobody else.
 */

const SECRET = 'unsubscribe';
const ID_BYTES = 16;
// 128 bits: not to be guessed.
const SIGNATURE_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{64}$/;

/** The token in a test mail's links: it leads to a page that says so. */
export const TEST_TOKEN = 'test';

/** Whom a token is good for. */
export interface Reader {
  readonly schoolId: string;
  readonly subscriberId: string;
}

/** Makes tokens; it is asked for once, because the key is in the database. */
export async function tokenMaker(context: AppContext): Promise<(reader: Reader) => string> {
  const secret = await keyOf(context);
  return ({ schoolId, subscriberId }) => {
    const ids = Buffer.concat([bytesOf(schoolId), bytesOf(subscriberId)]);
    return Buffer.concat([ids, sign(secret, ids)]).toString('base64url');
  };
}

/** Whom a token is good for; null where it was not made here. */
export async function readToken(context: AppContext, token: string): Promise<Reader | null> {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  const signature = sign(await keyOf(context), ids);
  if (!timingSafeEqual(bytes.subarray(2 * ID_BYTES), signature)) return null;
  return {
    schoolId: uuidOf(ids.subarray(0, ID_BYTES)),
    subscriberId: uuidOf(ids.subarray(ID_BYTES)),
  };
}

/** Names a mail of a newsletter to a reader, always the same: a mail that arrives twice can be told by it. */
export async function messageIdMaker(
  context: AppContext,
  newsletterId: string,
): Promise<(reader: Reader) => string> {
  const secret = await keyOf(context);
  const host = context.config.mailFrom.address.split('@')[1] ?? 'localhost';
  return ({ subscriberId }) => {
    const ids = Buffer.concat([bytesOf(newsletterId), bytesOf(subscriberId)]);
    return `<${createHmac('sha256', secret).update('message').update(ids).digest('hex').slice(0, 40)}@${host}>`;
  };
}

// Made once for many mails: a key that comes as bytes is looked at anew each time, which takes longer than signing.
async function keyOf(context: AppContext): Promise<KeyObject> {
  return createSecretKey(await secretOf(context, SECRET));
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
