import type { Readable } from 'node:stream';

/** Scans uploads for viruses. */
export interface ScannerPort {
  /** Resolves to the name of a found virus; null if there is none. Throws `ScannerAway`. */
  scan(bytes: Readable): Promise<string | null>;
  /** Checks that the scanner answers. Throws `ScannerAway`. */
  check(): Promise<void>;
}

/** The scanner does not answer, or cannot scan a file. The message is for the operator. */
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway';
}
