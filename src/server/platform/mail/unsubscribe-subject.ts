/** The subject that asks to unsubscribe, as `List-Unsubscribe` gives it to mail programs. */
export function unsubscribeSubject(token: string): string {
  return `unsubscribe ${token}`;
}

/** The token in such a subject, which programs may change around it. */
export const UNSUBSCRIBE_SUBJECT = /\bunsubscribe ([\w-]{64})(?![\w-])/i;
