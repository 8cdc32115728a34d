import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Says where networks are, if the operator has a file for it. Nobody else is asked. */
export interface Places {
  /** As 'Leeds, United Kingdom'; empty if it is not known. */
  readonly of: (ip: string) => string;
}

export const NO_PLACES: Places = { of: () => '' };

const named = z.object({ names: z.object({ en: z.string().optional() }) }).optional();
const network = z.object({ city: named, country: named });
const MAPPED = /^::ffff:/i;

/** Reads an MMDB file, as GeoLite2 and DB-IP have it, into memory. Throws if it cannot be read. */
export async function openPlaces(path: string): Promise<Places> {
  const { Reader } = await import('mmdb-lib');
  const reader = await readFile(path)
    .then((bytes) => new Reader(bytes))
    .catch((error: unknown) => {
      throw new Error(`GEO_FILE cannot be read as an MMDB file: ${path}`, { cause: error });
    });
  return {
    of: (ip) => {
      const found = network.safeParse(reader.get(ip.replace(MAPPED, '')));
      if (!found.success) return '';
      const { city, country } = found.data;
      return [city, country].flatMap((each) => each?.names.en ?? []).join(', ');
    },
  };
}
