import { DiagLogLevel, diag } from '@opentelemetry/api';
import { NodeSDK, resources } from '@opentelemetry/sdk-node';

/** How many different troubles are said before the rest is kept quiet. */
const TROUBLES = 20;

/** Starts OpenTelemetry's SDK for traces alone, which reads its variables itself. Returns what flushes and stops it. */
export function startSdk(processNumber: string | null): () => Promise<void> {
  // With this variable the SDK says more, and says it itself.
  if (process.env.OTEL_LOG_LEVEL === undefined) sayTroubles();
  const sdk = new NodeSDK({
    resource: resources.resourceFromAttributes({
      'service.name': 'inkwell',
      ...(processNumber === null ? {} : { 'service.instance.id': processNumber }),
    }),
    // The others tell the machine's name, its user and the words of its command line.
    resourceDetectors: [resources.envDetector],
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  return () => sdk.shutdown();
}

/** A variable with a value that is not taken, a collector that is away: each once, as it would be said every few seconds. */
function sayTroubles(): void {
  const said = new Set<string>();
  const say = (message: string) => {
    if (said.has(message) || said.size === TROUBLES) return;
    said.add(message);
    process.stderr.write(`Tracing: ${message}\n`);
  };
  const quiet = () => undefined;
  const logger = { error: say, warn: say, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN });
}
