import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { readImportFile } from './import-file.ts';

/** The thread in which a file is read: everybody else's calls go on meanwhile. See `parse-file.ts`. */
const bytes = z.instanceof(Uint8Array).parse(workerData);
parentPort?.postMessage(readImportFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
