import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Loaded into the program before it starts: its disk has as many bytes free as the file FREE_BYTES says. */

const shrunk = (found) => ({ ...found, bsize: 1, bavail: Number(fs.readFileSync(process.env.FREE_BYTES)) });
const { statfsSync } = fs;
const { statfs } = fs.promises;

fs.statfsSync = (...given) => shrunk(statfsSync(...given));
fs.promises.statfs = async (...given) => shrunk(await statfs(...given));
syncBuiltinESMExports();
