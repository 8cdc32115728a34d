import { writeFileSync } from 'node:fs';

/** Loaded into the program before it starts: SIGUSR2 sets its clock back an hour, and writes the file CLOCK_MARK then. */

const HOUR_MS = 3_600_000;
const RealDate = Date;
let offset = 0;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() - offset);
    else super(...parts);
  }
  static now() {
    return RealDate.now() - offset;
  }
};

process.on('SIGUSR2', () => {
  offset = HOUR_MS;
  writeFileSync(process.env.CLOCK_MARK, '');
});
