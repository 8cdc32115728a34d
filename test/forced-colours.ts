import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** For tests in a real browser: the system replaces colours until the test's end, as Windows' contrast themes do. */
export async function forceColours(): Promise<void> {
  const emulate = (features: readonly { readonly name: string; readonly value: string }[]) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [...features] });
  await emulate([{ name: 'forced-colors', value: 'active' }]);
  onTestFinished(async () => {
    await emulate([]);
  });
}
