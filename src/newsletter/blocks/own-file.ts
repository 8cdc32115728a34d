/** The path of an own file, as it stands in documents, from the address that an upload answers with. */
export function ownFilePath(address: string, origin: string): string {
  return address.startsWith(`${origin}/files/`) ? address.slice(origin.length) : address;
}
