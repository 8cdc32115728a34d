import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Loaded into the program before it starts: a line goes to the file LISTINGS whenever it lists the folder COUNTED. */

const { readdir } = fs.promises;

fs.promises.readdir = async (folder, ...given) => {
  if (String(folder) === process.env.COUNTED) fs.appendFileSync(process.env.LISTINGS, 'once\n');
  return await readdir(folder, ...given);
};
syncBuiltinESMExports();
