import { Readable } from 'node:stream';
import { UPLOAD_MESSAGES } from '#contract/errors.ts';
import type { AppContext } from '#server/context.ts';
import type { FileOwner } from '#server/features/attachments/repo.ts';
import type { StagedFile } from '#server/platform/files/files.ts';
import { ScannerAway } from '#server/platform/files/scanner/scanner.ts';
import { badRequest, unavailable } from '#server/platform/http/errors.ts';
import { scanning, shareOf } from './gates.ts';

/** Virus scanning of uploads, unchanged and before anything else reads them. Infected ones are stored nowhere. */

const PIECE = 1024 * 1024;

/** Throws 400 if something is found, and 503 if the scanner is down, unless the operator accepts uploads without it. */
export async function refuseInfected(
  { scanner, config, metrics, warn }: Pick<AppContext, 'scanner' | 'config' | 'metrics' | 'warn'>,
  owner: FileOwner,
  bytes: () => Readable,
): Promise<void> {
  if (scanner === null) return;
  try {
    const found = await scanning.run(shareOf(owner), () => scanner.scan(bytes()));
    metrics.scans.inc({ outcome: found === null ? 'clean' : 'found' });
    if (found === null) return;
    warn(
      { found, account: owner.personId },
      'the virus scanner found something in an upload, which was not taken',
    );
    throw badRequest(UPLOAD_MESSAGES.fileInfected);
  } catch (error) {
    if (!(error instanceof ScannerAway)) throw error;
    metrics.scans.inc({ outcome: 'away' });
    warn({}, error.message);
    if (config.clamd?.isOptional !== true) throw unavailable(UPLOAD_MESSAGES.scannerAway);
  }
}

/** All bytes of a received file that is not stored yet. */
export function stagedBytes(staged: StagedFile): Readable {
  return Readable.from(read(staged), { objectMode: false });
}

async function* read(staged: StagedFile): AsyncGenerator<Buffer> {
  for (let at = 0; at < staged.size; at += PIECE) yield await staged.read(at, PIECE);
}
