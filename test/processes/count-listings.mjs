import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Preloaded into the program: appends a line to the file LISTINGS whenever it lists the folder COUNTED. */

const { readdir } = fs.promises;

fs.promises.readdir = async (folder, ...given) => {
  if (String(folder) === process.env.COUNTED) fs.appendFileSync(process.env.LISTINGS, 'once\n');
  return await readdir(folder, ...given);
};
syncBuiltinESMExports();
