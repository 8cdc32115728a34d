import { isOwnFile } from '#newsletter/values/url.ts';

/** The address that a block stores. Uploads return absolute ones; blocks have uploaded files as paths. */
export function toStoredUrl(address: string): string {
  const { origin } = window.location;
  return isOwnFile(address.slice(origin.length)) && address.startsWith(origin)
    ? address.slice(origin.length)
    : address;
}
