import { useAsyncResult } from '#ui/use-async-result.ts';
import { type Swatch, swatchesOf } from './logo-colours.ts';
import { coloursOfPicture } from './logo-image.ts';

const NONE: readonly Swatch[] = [];

/** Five colours of a logo, most telling first; empty until they are known, and for a logo that cannot be read. */
export function useLogoColours(address: string | null): readonly Swatch[] {
  const found = useAsyncResult(address, findSwatches);
  return found?.input === address ? found.result : NONE;
}

async function findSwatches(address: string): Promise<readonly Swatch[]> {
  return swatchesOf(await coloursOfPicture(address));
}
