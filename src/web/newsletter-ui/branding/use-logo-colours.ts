import { useEffect, useState } from 'react';
import { type Swatch, swatchesOf } from './logo-colours.ts';
import { coloursOfPicture } from './logo-image.ts';

const NONE: readonly Swatch[] = [];

/** Five colours of a logo, most telling first; empty until they are known, and for a logo that cannot be read. */
export function useLogoColours(address: string | null): readonly Swatch[] {
  const [found, setFound] = useState<{ address: string; swatches: readonly Swatch[] } | null>(null);
  useEffect(() => {
    if (address === null) return;
    let isCurrent = true;
    coloursOfPicture(address).then(
      (colours) => isCurrent && setFound({ address, swatches: swatchesOf(colours) }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [address]);
  return found !== null && found.address === address ? found.swatches : NONE;
}
