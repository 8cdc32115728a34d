import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/client.ts';
import type { FilePort } from '#server/platform/files/files.ts';
import type { ScannerPort } from '#server/platform/files/scanner/scanner.ts';
import type { JobPort } from '#server/platform/jobs/jobs.ts';
import type { KeyRing } from '#server/platform/keys/key-ring.ts';
import type { MailPort } from '#server/platform/mail/mail.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';
import type { PaymentPort } from '#server/platform/payments/payments.ts';
import type { Places } from '#server/platform/places/places.ts';
import type { RendererPort } from '#server/platform/renderer/renderer.ts';
import type { Config } from './config.ts';

/** The application context: everything in the outside world that features may use. Tests build their own. */
export interface AppContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly mail: MailPort;
  readonly files: FilePort;
  /** Null: uploads are not scanned for viruses. */
  readonly scanner: ScannerPort | null;
  readonly renderer: RendererPort;
  readonly payments: PaymentPort;
  /** The keys that encrypt the secrets in the database. */
  readonly keys: KeyRing;
  readonly jobs: JobPort;
  /** The places of networks. */
  readonly places: Places;
  readonly metrics: Metrics;
  /** Logs an error that has no caller to answer, such as a background job's. */
  readonly report: (error: unknown) => void;
  /** Logs something that the operator should know, although it is not an error. */
  readonly warn: (about: Readonly<Record<string, string | number>>, message: string) => void;
}
