import { z } from 'zod';
import { groupsInFile } from '#contract/groups/import-groups.ts';

/** The input of the process that parses a file. */
export const parseInput = z.object({
  name: z.string(),
  bytes: z.instanceof(Uint8Array),
  rules: z.object({
    known: z.array(z.object({ name: z.string(), isRetired: z.boolean() })),
    choice: groupsInFile.nullable(),
    onlySeen: z.boolean(),
  }),
  today: z.string(),
});
