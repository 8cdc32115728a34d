/** The editor. */
export function Component() {
  return <main id="main" tabIndex={-1} />;
}
