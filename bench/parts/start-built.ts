import { type Program, startProgram } from '#test/program.ts';

/** Starts the program like `npm start`, from the server's bundle; `startProgram` runs its source. */
export function startBuilt(environment: Readonly<Record<string, string>>): Program {
  return startProgram(environment, [], undefined, 'dist/.server/main.mjs');
}
