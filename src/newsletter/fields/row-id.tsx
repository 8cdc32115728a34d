/** A new id for a block's row, unique everywhere: an event keeps it in copies of its newsletter. 32 hex digits. */
export function createRowId(): string {
  // Unlike `randomUUID`, this also exists on pages without HTTPS.
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
