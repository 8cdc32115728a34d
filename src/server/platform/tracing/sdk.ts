import { NodeSDK, resources } from '@opentelemetry/sdk-node';

/** Starts OpenTelemetry's SDK for traces alone, which reads its variables itself. Returns what flushes and stops it. */
export function startSdk(process: string | null): () => Promise<void> {
  const sdk = new NodeSDK({
    resource: resources.resourceFromAttributes({
      'service.name': 'inkwell',
      ...(process === null ? {} : { 'service.instance.id': process }),
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
