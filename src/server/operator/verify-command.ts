import type { Config } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import { verify } from './verify.ts';

const USAGE = `verify
    Draws every published newsletter, reads every edition, and looks for every file. Changes nothing that schools
    have. With the embedded database, stop the program first.`;

/** Faults that are printed one by one. */
const SHOWN = 50;

/** `verify`: whether everything that is stored is whole, for instance after a restore. */
export const verifyCommand = { usage: USAGE, run };

async function run(config: Config): Promise<void> {
  const context = await createContext(config, (error) => process.stderr.write(`${String(error)}\n`));
  try {
    const { schools, newsletters, editions, files, faults } = await verify(context);
    process.stdout.write(
      `${[
        `${schools} schools, ${newsletters} newsletters, ${editions} editions, ${files} files`,
        ...faults.slice(0, SHOWN),
        ...(faults.length > SHOWN ? [`and ${faults.length - SHOWN} more`] : []),
        faults.length === 0 ? 'All is whole.' : `${faults.length} of these to put right.`,
      ].join('\n')}\n`,
    );
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await context.mail.close();
    await context.database.close();
  }
}
