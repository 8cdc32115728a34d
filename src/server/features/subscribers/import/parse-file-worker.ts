import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readImportFile } from './import-file.ts';

/** Parses a file in a worker thread, so that other calls are not blocked. See `parse-file.ts`. */
const bytes = z.instanceof(Uint8Array).parse(workerData);
parentPort?.postMessage(readImportFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
