import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { OperatorError } from '#server/operator/operator-error.ts';
import { refuseHalf } from '#server/operator/require-database.ts';
import type { Say } from '#server/operator/say.ts';
import { megabytes } from '#server/operator/table.ts';
import { noWords, parseCommand, UsageError } from '#server/operator/words/parse-command.ts';
import type { FileObjects } from '#server/platform/files/file-objects.ts';
import type { CopyProgress } from './copy-files.ts';

const USAGE = `copy-files to-bucket | to-folder [--compare]
    Copies all files (uploads, pictures in other sizes, what was deleted lately) between DATA_DIR/files and the bucket of
    the S3_ variables. Run it as often as you like: it goes on where it was, and removes nothing. --compare
    reads also what was there.`;

/** The time between two reports of progress, in milliseconds. */
const SAYS_MS = 5000;

/** `copy-files`: copies all files from the folder into the bucket, or back. */
export const copyFilesCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { s3, dataDir } = config;
  const { direction, comparesAll } = wordsOf(words);
  if (s3 === undefined) throw new OperatorError('Which bucket? Set the S3_ variables for this command.');
  // An unfinished restore has only some of the files.
  await refuseHalf(config);
  const { DiskObjects } = await import('#server/platform/files/disk-objects.ts');
  const { S3Objects } = await import('#server/platform/files/s3/s3-objects.ts');
  const { copyFiles } = await import('./copy-files.ts');
  const folder = new DiskObjects(join(dataDir, 'files'));
  const bucket = new S3Objects(s3);
  const [source, target] = direction === 'to-bucket' ? [folder, bucket] : [bucket, folder];
  try {
    const progress = await copyFiles(source, target, { comparesAll, onProgress: sayNowAndThen(say) });
    say(resultOf(progress, { target, comparesAll }));
    return progress.different.length === 0;
  } finally {
    bucket.close();
  }
}

function wordsOf(words: readonly string[]) {
  const { positionals, values } = parseCommand(USAGE, words, {
    compare: { type: 'boolean', default: false },
  });
  const [direction, ...more] = positionals;
  if (direction !== 'to-bucket' && direction !== 'to-folder')
    throw new UsageError(USAGE, 'Which way? The first word is to-bucket or to-folder.');
  noWords(USAGE, more);
  return { direction, comparesAll: values.compare };
}

function sayNowAndThen(say: Say) {
  let reportedAt = Date.now();
  return ({ files, bytes, doneFiles, doneBytes }: CopyProgress) => {
    if (Date.now() - reportedAt < SAYS_MS) return;
    reportedAt = Date.now();
    say(`${doneFiles} of ${files} files, ${megabytes(doneBytes)} of ${megabytes(bytes)}`);
  };
}

function resultOf(
  { files, bytes, copied, different }: CopyProgress,
  { target, comparesAll }: { readonly target: FileObjects; readonly comparesAll: boolean },
): string {
  const { name } = target.place;
  const compared = comparesAll
    ? 'the SHA-256 of all is equal'
    : `${copied} copied now, each with equal SHA-256`;
  if (different.length === 0) return `${files} files (${megabytes(bytes)}) are in ${name}: ${compared}.`;
  const [first] = different;
  return `${different.length} of ${files} files are in ${name} with other bytes, the first ${first}. Nothing of them was changed: look which are right.`;
}
