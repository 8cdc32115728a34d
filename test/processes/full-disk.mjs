import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Preloaded into all threads: while the file FULL_MARK exists, each write to a file whose path contains FULL_PATH fails as on a
 * full disk.
 */

const paths = new Map();
const { openSync, writeSync } = fs;

fs.openSync = (path, ...rest) => {
  const file = openSync(path, ...rest);
  paths.set(file, String(path));
  return file;
};
fs.writeSync = (file, ...rest) => {
  if (paths.get(file)?.includes(process.env.FULL_PATH) && fs.existsSync(process.env.FULL_MARK))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  return writeSync(file, ...rest);
};
syncBuiltinESMExports();
