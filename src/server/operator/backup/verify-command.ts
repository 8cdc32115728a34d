import type { Config } from '#server/config.ts';
import { requireDatabase } from '#server/operator/require-database.ts';
import type { Say } from '#server/operator/say.ts';
import { counted } from '#server/operator/table.ts';
import { noWords, parseCommand } from '#server/operator/words/parse-command.ts';

const USAGE = `verify
    Draws every published newsletter, reads every edition, and looks for every file. Changes nothing that schools
    have. With the embedded database, stop the program first.`;

/** The most faults that are printed one by one. */
const SHOWN = 50;

/** `verify`: checks that all stored data is intact, for instance after a restore. */
export const verifyCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  noWords(USAGE, parseCommand(USAGE, words, {}).positionals);
  await requireDatabase(config);
  const { createContext } = await import('#server/create-context.ts');
  const { verify } = await import('./verify.ts');
  const context = await createContext(config, (error) => say(String(error)));
  try {
    const { schools, newsletters, editions, files, faults } = await verify(context);
    for (const line of [
      [
        counted(schools, 'school'),
        counted(newsletters, 'published newsletter'),
        counted(editions, 'edition'),
        counted(files, 'uploaded file'),
      ].join(', '),
      ...faults.slice(0, SHOWN),
      ...(faults.length > SHOWN ? [`and ${faults.length - SHOWN} more`] : []),
      faults.length === 0 ? 'All is whole.' : `${faults.length} of these to put right.`,
    ])
      say(line);
    return faults.length === 0;
  } finally {
    await context.mail.close();
    await context.database.close();
  }
}
