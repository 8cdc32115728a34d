import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Preloaded into the program: the free disk space is the number of bytes in the file FREE_BYTES. */

const shrunk = (found) => ({ ...found, bsize: 1, bavail: Number(fs.readFileSync(process.env.FREE_BYTES)) });
const { statfsSync } = fs;
const { statfs } = fs.promises;

fs.statfsSync = (...given) => shrunk(statfsSync(...given));
fs.promises.statfs = async (...given) => shrunk(await statfs(...given));
syncBuiltinESMExports();
