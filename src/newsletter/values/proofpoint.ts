/** The addresses of Proofpoint's URL Defense. Source: its own decoder, https://help.proofpoint.com (URL Decoder API). */

/** The address within one; null if it cannot be read. `given`: its parameter `u`, decoded. */
export function proofpointAddress(whole: string, given: string | undefined): string | null {
  const version = /\/v([123])\//.exec(whole)?.[1];
  if (version === '3') return thirdVersion(whole);
  if (given === undefined) return null;
  // '-' and '_' are '%' and '/'.
  const inner = version === '2' ? decodedPart(given.replaceAll('-', '%').replaceAll('_', '/')) : given;
  return inner?.replaceAll('&amp;', '&') ?? null;
}

/** `decodeURIComponent`; null for what is none. */
export function decodedPart(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const THIRD = /\/v3\/__(.+?)__;([^!]*)!/;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const RUN_MIN = 2;

// In its path. '*' is the next sign of a list behind it; '**B' the next three, by the place of the letter.
function thirdVersion(whole: string): string | null {
  const [, path = '', list = ''] = THIRD.exec(whole) ?? [];
  const [address, signs] = [decodedPart(path), textOf(list)];
  if (address === null || address === '' || signs === null) return null;
  let at = 0;
  const filled = address.replace(/\*(?:\*([\w-]))?/g, (_, run: string | undefined) => {
    const length = run === undefined ? 1 : DIGITS.indexOf(run) + RUN_MIN;
    at += length;
    return signs.slice(at - length, at).join('');
  });
  // Some lose a slash on their way.
  return at > signs.length ? null : filled.replace(/^([a-z]+:\/)(?=[^/])/i, '$1/');
}

/** The letters of a text in Base64 for addresses. */
function textOf(base64: string): readonly string[] | null {
  const bits = [...base64.replace(/=+$/, '')].map((digit) =>
    DIGITS.indexOf(digit).toString(2).padStart(6, '0'),
  );
  const bytes = bits.join('').match(/[01]{8}/g) ?? [];
  const text = decodedPart(
    bytes.map((byte) => `%${Number.parseInt(byte, 2).toString(16).padStart(2, '0')}`).join(''),
  );
  return text === null ? null : [...text];
}
