import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Preloaded into all threads: each fsync adds a byte to the file SYNCS. */

const { fsyncSync } = fs;
fs.fsyncSync = (file) => {
  fs.appendFileSync(process.env.SYNCS, '.');
  fsyncSync(file);
};
syncBuiltinESMExports();
