/**
 * Loads modules one by one, so that one that is needed now does not queue behind them. Stops when the connection is lost: an
 * import that has failed once fails until the page is reloaded. Failures are shown where a module is used.
 */
export async function loadWhileOnline(modules: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of modules) {
    if (!navigator.onLine) return;
    await load().catch(() => undefined);
  }
}
