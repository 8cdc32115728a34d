/**
 * The action offered when a part of the program could not be loaded. Retrying in the same page does not help: browsers
 * cache failed imports, and after a release the old files are gone.
 */
export const RELOAD = { label: 'Reload the page', run: () => window.location.reload() } as const;
