import { useAsyncResult } from '#ui/use-async-result.ts';
import type { ChosenLogo } from './chosen-logo.ts';
import { logoDataUrl } from './logo-image.ts';

/** The cropped logo as a `data:` URL; null until it is ready, and if it cannot be read. A former crop stays until the next one. */
export function useLogo(chosen: ChosenLogo | null): string | null {
  const drawn = useAsyncResult(chosen, drawLogo);
  return chosen === null ? null : (drawn?.result ?? null);
}

async function drawLogo(logo: ChosenLogo): Promise<string | null> {
  return await logoDataUrl(logo).catch(() => null);
}
