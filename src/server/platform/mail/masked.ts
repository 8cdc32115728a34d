/** An address that its owner recognises, and that tells little to somebody whom a mail was forwarded to. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(2, at - 1))}…${email.slice(at)}`;
}
