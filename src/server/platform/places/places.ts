import type { Reader as MmdbReader, Response } from 'mmdb-lib';
import { z } from 'zod';
import { ConfigError } from '#server/config-values.ts';
import { troubleWithFile } from '#server/configured-file.ts';

/** Looks up the places of networks, if the operator has a file for this. No external service is asked. */
export interface Places {
  /** Such as 'Leeds, United Kingdom'; empty if unknown. */
  readonly of: (ip: string) => string;
}

export const NO_PLACES: Places = { of: () => '' };

const named = z.object({ names: z.object({ en: z.string().optional() }) }).optional();
const network = z.object({ city: named, country: named });
const MAPPED = /^::ffff:/i;

/** Reads an MMDB file, such as GeoLite2 or DB-IP, into memory. Throws `ConfigError` if it cannot be used. */
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
