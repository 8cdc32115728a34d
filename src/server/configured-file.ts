import { readFileSync } from 'node:fs';

/**
 * The reason why a file that a variable names cannot be used, as the end of a sentence that says what the variable
 * takes; null if `open` accepts its content.
 */
export function troubleWithFile(path: string, open: (content: Buffer) => unknown): string | null {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return `there is none at ${path}`;
    return `${path} cannot be read (${error instanceof Error ? error.message.split(',')[0] : String(error)})`;
  }
  try {
    open(content);
    return null;
  } catch {
    return `${path} is none`;
  }
}
