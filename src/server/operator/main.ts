import { runCommand } from './commands.ts';

/** `npm run operator -- <command>`. Prints, and exits with 1 if something needs fixing. */

process.exitCode = await runCommand(process.env, process.argv.slice(2), {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
