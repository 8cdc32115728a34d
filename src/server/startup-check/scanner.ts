import type { Config } from '#server/config.ts';
import { clamdAt } from '#server/platform/files/scanner/clamd.ts';
import { ScannerAway } from '#server/platform/files/scanner/scanner.ts';
import { notice, ok, type StartupFinding, wrong } from './finding.ts';

const ITEM = 'CLAMD_URL';

/** Whether the virus scanner answers. */
export async function checkScanner({ clamd }: Config): Promise<StartupFinding> {
  if (clamd === undefined)
    return notice(
      ITEM,
      'is not set: nobody looks for viruses in uploads',
      'Set it to the address of ClamAV’s clamd',
    );
  try {
    await clamdAt(clamd.place).check();
    return ok(ITEM, 'answers, and looks through every upload');
  } catch (error) {
    if (!(error instanceof ScannerAway)) throw error;
    const meanwhile = clamd.isOptional ? 'uploads are not looked through' : 'nothing can be uploaded';
    return wrong(ITEM, `${error.message}: ${meanwhile}`, 'Start clamd, or put its address right');
  }
}
