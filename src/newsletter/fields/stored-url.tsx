import { isOwnFile } from '#newsletter/values/url.ts';

/** The address to store in a block: uploads return absolute URLs, but blocks store the paths of uploaded files. */
export function toStoredUrl(address: string): string {
  const { origin } = window.location;
  return isOwnFile(address.slice(origin.length)) && address.startsWith(origin)
    ? address.slice(origin.length)
    : address;
}
