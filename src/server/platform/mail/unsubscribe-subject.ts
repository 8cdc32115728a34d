/** The subject that asks to unsubscribe, which `List-Unsubscribe` contains for mail programs. */
export function unsubscribeSubject(token: string): string {
  return `unsubscribe ${token}`;
}

/** Finds the token in such a subject, to which programs may add text. */
export const UNSUBSCRIBE_SUBJECT = /\bunsubscribe ([\w-]{64})(?![\w-])/i;
