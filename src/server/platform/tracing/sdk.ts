import { DiagLogLevel, diag } from '@opentelemetry/api';
import { NodeSDK, resources } from '@opentelemetry/sdk-node';

/** The most different problems that are printed. */
const TROUBLES = 20;

/** Starts OpenTelemetry's SDK for traces alone, which reads its variables itself. Returns the function that flushes and stops it. */
export function startSdk(processNumber: string | null): () => Promise<void> {
  // With this variable the SDK prints more, and does it itself.
  if (process.env.OTEL_LOG_LEVEL === undefined) logTroubles();
  const sdk = new NodeSDK({
    resource: resources.resourceFromAttributes({
      'service.name': 'inkwell',
      ...(processNumber === null ? {} : { 'service.instance.id': processNumber }),
    }),
    // The others reveal the machine's name, its user and its command line.
    resourceDetectors: [resources.envDetector],
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  return () => sdk.shutdown();
}

/** Prints problems such as an invalid variable or an unavailable collector once each, since the SDK repeats them every few seconds. */
function logTroubles(): void {
  const reported = new Set<string>();
  const say = (message: string) => {
    if (reported.has(message) || reported.size === TROUBLES) return;
    reported.add(message);
    process.stderr.write(`Tracing: ${message}\n`);
  };
  const quiet = () => undefined;
  const logger = { error: say, warn: say, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN });
}
