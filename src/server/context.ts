import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/client.ts';
import type { FilePort } from '#server/platform/files/files.ts';
import type { JobPort } from '#server/platform/jobs/jobs.ts';
import type { MailPort } from '#server/platform/mail/mail.ts';
import type { PaymentPort } from '#server/platform/payments/payments.ts';
import type { RendererPort } from '#server/platform/renderer/renderer.ts';
import type { Config } from './config.ts';

/** Everything that a feature may use of the outside world. `main.ts` builds the real one, tests their own. */
export interface AppContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly mail: MailPort;
  readonly files: FilePort;
  readonly renderer: RendererPort;
  readonly payments: PaymentPort;
  readonly jobs: JobPort;
  /** Told of what has gone wrong where no caller waits for an answer: it goes to the log. */
  readonly report: (error: unknown) => void;
  /** Told of what whoever runs the program should know of, and is no error of it: it goes to the log. */
  readonly warn: (about: Readonly<Record<string, string | number>>, message: string) => void;
}
