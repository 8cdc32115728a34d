import type { Reader as MmdbReader, Response } from 'mmdb-lib';
import { z } from 'zod';
import { ConfigError } from '#server/config-values.ts';
import { troubleWithFile } from '#server/given-file.ts';

/** Says where networks are, if the operator has a file for it. Nobody else is asked. */
export interface Places {
  /** As 'Leeds, United Kingdom'; empty if it is not known. */
  readonly of: (ip: string) => string;
}

export const NO_PLACES: Places = { of: () => '' };

const named = z.object({ names: z.object({ en: z.string().optional() }) }).optional();
const network = z.object({ city: named, country: named });
const MAPPED = /^::ffff:/i;

/** Reads an MMDB file, as GeoLite2 and DB-IP have it, into memory. Throws `ConfigError` if it cannot be used. */
export async function openPlaces(path: string): Promise<Places> {
  const { Reader } = await import('mmdb-lib');
  let reader: MmdbReader<Response> | undefined;
  const trouble = troubleWithFile(path, (content) => {
    reader = new Reader(content);
  });
  if (trouble !== null) throw new ConfigError(`GEO_FILE takes the path of an MMDB file: ${trouble}.`);
  return {
    of: (ip) => {
      const found = network.safeParse(reader?.get(ip.replace(MAPPED, '')));
      if (!found.success) return '';
      const { city, country } = found.data;
      return [city, country].flatMap((each) => each?.names.en ?? []).join(', ');
    },
  };
}
