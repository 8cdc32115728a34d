import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The version of this program, from `package.json`: a heading of CHANGELOG.md. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version;
