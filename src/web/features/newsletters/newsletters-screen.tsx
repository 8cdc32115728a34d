/** Newsletters. */
export function Component() {
  return null;
}
