/** An address that its owner recognises, but that reveals little to a person who gets a forwarded mail. */
export function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(2, at - 1))}…${email.slice(at)}`;
}
