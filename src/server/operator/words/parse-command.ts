import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { OperatorError } from '#server/operator/operator-error.ts';
import { nearestOf } from './nearest-word.ts';

/** Parses the words of a command. Throws `UsageError` for an unknown option, or one without its value. */
export function parseCommand<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, strict: true, options });
  } catch (error) {
    throw new UsageError(usage, sentenceFor(error, usage, options));
  }
}

/** Words that a command does not accept. The message is its usage, and last, where a terminal ends up, what is wrong. */
export class UsageError extends OperatorError {
  constructor(usage: string, sentence: string) {
    super(`${usage}\n\n${sentence}`);
  }
}

function sentenceFor(error: unknown, usage: string, options: ParseArgsOptionsConfig): string {
  const { code, message } = error instanceof Error && 'code' in error ? error : { code: '', message: '' };
  const [option = ''] = /--?[^' <]+/.exec(message) ?? [];
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return message.includes('does not take') ? `${option} takes no value.` : `${option} needs a value.`;
  const [command] = usage.split(/\s/);
  const nearest = nearestOf(option.replace(/^-+/, ''), Object.keys(options));
  return `‘${command}’ has no option ${option}${nearest === null ? '.' : `: did you mean --${nearest}?`}`;
}

/** The value of a required option. Throws `UsageError` if it is missing. */
export function needed(usage: string, option: string, value: string | undefined): string {
  if (value === undefined || value.trim() === '') throw new UsageError(usage, `${option} is missing.`);
  return value;
}

/** The only word besides the options. Throws `UsageError` if there is none, or more than one. */
export function onlyWord(usage: string, positionals: readonly string[]): string {
  const [word, ...more] = positionals;
  if (word === undefined) throw new UsageError(usage, `${usage.split(/\s/)[1]} is missing.`);
  noWords(usage, more);
  return word;
}

/** Throws `UsageError` if there is any word besides the options. */
export function noWords(usage: string, [word]: readonly string[]): void {
  if (word !== undefined)
    throw new UsageError(
      usage,
      `‘${word}’ is a word too many: put quotation marks around what has spaces in it.`,
    );
}
