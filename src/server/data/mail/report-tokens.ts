import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { secretOf } from '#server/platform/secrets.ts';

/**
 * The token of each newsletter's mail, by which reports about it come back: the number of its recipient, and a
 * signature. It is in the mail's return path, and in a header for providers that have return paths of their own. It
 * cannot be forged and needs no row.
 */

const SECRET = 'mail-reports';
const ID_BYTES = 6;
// 128 bits cannot be guessed.
const SIGNATURE_BYTES = 16;
/** In hexadecimal, since some mail servers write the part before the @ in lower case. */
const REPORT_TOKEN_LENGTH = 2 * (ID_BYTES + SIGNATURE_BYTES);
const TOKEN = new RegExp(`^[0-9a-f]{${REPORT_TOKEN_LENGTH}}$`);

/** Creates a function that makes the token of a recipient. It reads the key from the database once. */
export async function reportTokenMaker(context: AppContext): Promise<(recipientId: number) => string> {
  const key = await keyOf(context);
  return (recipientId) => {
    const id = Buffer.alloc(ID_BYTES);
    id.writeUIntBE(recipientId, 0, ID_BYTES);
    return Buffer.concat([id, sign(key, id)]).toString('hex');
  };
}

/** The recipient of a token; null if the token is invalid. */
export async function readReportToken(context: AppContext, token: string): Promise<number | null> {
  const lower = token.toLowerCase();
  if (!TOKEN.test(lower)) return null;
  const bytes = Buffer.from(lower, 'hex');
  const id = bytes.subarray(0, ID_BYTES);
  const signature = sign(await keyOf(context), id);
  return timingSafeEqual(bytes.subarray(ID_BYTES), signature) ? id.readUIntBE(0, ID_BYTES) : null;
}

/** The return path with a token: `bounces+token@mail.school.example`. */
export function returnPathOf(bounceAddress: string, token: string): string {
  const at = bounceAddress.lastIndexOf('@');
  return `${bounceAddress.slice(0, at)}+${token}${bounceAddress.slice(at)}`;
}

/** The tokens of all return paths in a text, each once, in their order. They are not verified yet. */
export function tokensIn(bounceAddress: string, text: string): readonly string[] {
  const at = bounceAddress.lastIndexOf('@');
  const [name, host] = [bounceAddress.slice(0, at), bounceAddress.slice(at + 1)].map(escaped);
  const path = new RegExp(`${name}\\+([0-9a-f]{${REPORT_TOKEN_LENGTH}})@${host}`, 'gi');
  return [...new Set([...text.matchAll(path)].map(([, token = '']) => token.toLowerCase()))];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
}

async function keyOf(context: AppContext) {
  return createSecretKey(await secretOf(context, SECRET));
}

function sign(key: ReturnType<typeof createSecretKey>, id: Buffer): Buffer {
  return createHmac('sha256', key).update(id).digest().subarray(0, SIGNATURE_BYTES);
}
