import type { Config } from '#server/config.ts';
import { DiskFull } from '#server/platform/db/errors.ts';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { notice, ok, type StartupFinding, wrong } from './finding.ts';

const ANSWER_MS = 5000;

/** Whether the S3 store accepts our keys, and keeps files private. Writes nothing. */
export async function checkStore({ s3, dataDir }: Config): Promise<readonly StartupFinding[]> {
  if (s3 === undefined) return [];
  const { s3FilesAt } = await import('#server/platform/files/s3/s3.ts');
  const { bucket, place } = s3FilesAt(s3, dataDir);
  const item = 'S3_BUCKET';
  try {
    await bucket.check();
    if (await anybodyReads(bucket.addresses()))
      return [
        wrong(
          item,
          `${s3.bucket} can be read by anybody, and with it what is not published`,
          'Make it private',
        ),
      ];
    return [
      ok(item, `we can list ${place.name}`),
      ...clearText(s3.endpoint),
      ...((await bucket.keepsVersions())
        ? [
            notice(
              item,
              'keeps older versions: what is deleted stays there',
              'Switch versioning off, or have them expire',
            ),
          ]
        : []),
    ];
  } catch (error) {
    if (error instanceof FileStoreUnavailable || error instanceof DiskFull)
      return [wrong('S3_ENDPOINT', error.message, 'The start refuses this too')];
    throw error;
  } finally {
    bucket.close();
  }
}

function clearText(endpoint: string): readonly StartupFinding[] {
  const { protocol, hostname } = new URL(endpoint);
  if (protocol === 'https:' || isLoopback(hostname)) return [];
  return [
    notice('S3_ENDPOINT', 'is http://: files travel in the clear', 'Right only inside your own network'),
  ];
}

/** Whether the store answers without a signature. */
async function anybodyReads(addresses: readonly string[]): Promise<boolean> {
  const answers = addresses.map(async (address) => {
    const { ok: isReadable } = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) });
    return isReadable;
  });
  return (await Promise.allSettled(answers)).some((each) => each.status === 'fulfilled' && each.value);
}
