import { writeFileSync } from 'node:fs';

/** Preloaded into the program: SIGUSR2 sets its clock back an hour and then creates the file CLOCK_MARK. */

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
