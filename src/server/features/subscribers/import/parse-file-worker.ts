import { parentPort, workerData } from 'node:worker_threads';
import { readImportFile } from './import-file.ts';
import { parseInput } from './parse-input.ts';

/** Parses a file in a worker thread, so that other calls are not blocked. See `parse-file.ts`. */
const { bytes, rules, today } = parseInput.parse(workerData);
parentPort?.postMessage(
  await readImportFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), rules, today),
);
