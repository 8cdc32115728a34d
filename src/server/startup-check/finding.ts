import { withoutFullStop } from '#server/platform/full-stop.ts';

/** One line of the check: what was checked, the result, and what to do if it is not right. */
export interface StartupFinding {
  /** A variable's name, or a few words. */
  readonly item: string;
  /** `note`: it works, and the operator should know. */
  readonly state: 'ok' | 'note' | 'wrong';
  readonly says: string;
  readonly toDo?: string;
}

const ITEM_WIDTH = 16;
const STATE_WIDTH = 5;

/** It is right. */
export function ok(item: string, says: string): StartupFinding {
  return { item, state: 'ok', says };
}

/** It works, but perhaps not as the reader expects. */
export function notice(item: string, says: string, toDo?: string): StartupFinding {
  return { item, state: 'note', says, ...(toDo !== undefined && { toDo }) };
}

/** Production does not work this way. */
export function wrong(item: string, says: string, toDo: string): StartupFinding {
  return { item, state: 'wrong', says, toDo };
}

/** Such as 'wrong  SMTP_URL   is not set: mails are not sent. Set it to …' */
export function findingLine({ item, state, says, toDo }: StartupFinding): string {
  // `says` may end with another error's full stop.
  const words = [says, ...(toDo === undefined ? [] : [toDo])]
    .map((each) => (each.endsWith('?') ? each : `${withoutFullStop(each)}.`))
    .join(' ');
  return `${state.padEnd(STATE_WIDTH)}  ${item.padEnd(ITEM_WIDTH)}  ${words.replaceAll(/\s+/g, ' ')}`;
}
