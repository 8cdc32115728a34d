import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { OperatorError } from './operator-error.ts';

/** Reads the words of a command. Throws its usage for an option that it does not know. */
export function givenWords<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, strict: true, options });
  } catch {
    throw new OperatorError(usage);
  }
}

/** The only word beside the options. Throws the usage if there is none, or more. */
export function onlyWord(usage: string, positionals: readonly string[]): string {
  const [word, ...more] = positionals;
  if (word === undefined || more.length > 0) throw new OperatorError(usage);
  return word;
}
