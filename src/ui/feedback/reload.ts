/**
 * What is offered where a part of the program could not be loaded. Browsers keep a failed import for the life of the
 * page, and after a release the old files are gone: asking for it again in the same page would never help.
 */
export const RELOAD = { label: 'Reload the page', run: () => window.location.reload() } as const;
