/** The first run. */
export function Component() {
  return <main id="main" tabIndex={-1} />;
}
