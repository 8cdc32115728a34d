import type { Readable } from 'node:stream';

/** Looks for viruses in what is uploaded. */
export interface ScannerPort {
  /** The name of what was found; null if nothing was. Throws `ScannerAway`. */
  scan(bytes: Readable): Promise<string | null>;
  /** Whether it answers. Throws `ScannerAway`. */
  check(): Promise<void>;
}

/** The scanner does not answer, or cannot look through a file. The message is for the operator. */
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway';
}
