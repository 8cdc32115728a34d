import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Program, temporaryFolder } from '#test/program.ts';
import { startSmtpSink } from '#test/smtp-sink.ts';
import { startPart } from './running.ts';

/** The rates at which mails arrive, and at which the bare mail library sends. */

/** Mails a second, from the first arrival to the last. */
export function perSecond(times: readonly number[]): number {
  return (times.length - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000);
}

export async function bareMailsPerSecond(
  count: number,
  mail: { readonly html: string; readonly text: string },
): Promise<number> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'mail.json');
  await writeFile(file, JSON.stringify(mail));
  const sink = await startSmtpSink({ keepSources: false });
  const times: number[] = [];
  sink.onArrival = () => {
    times.push(performance.now());
  };
  // In a separate process, like the program; it prints a line when all mails are sent.
  const part = await startPart('bare-pool.ts', sink.url, String(count), file);
  await part.stop();
  await sink.close();
  await folder.remove();
  return perSecond(times);
}

/** Ends a program with an operator's signal. */
export async function end(program: Program): Promise<void> {
  program.signal('SIGTERM');
  await program.ended;
}
