import { readConfig } from '#server/config.ts';
import { checkAlone } from '#server/startup-check/check.ts';
import { startProgram } from './program.ts';

/** The variables of a program ready for production, except the places of its data and its mail server. */
export const READY = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://news.elm.example',
  TRUST_PROXY: '1',
  PAYMENTS: 'sandbox',
  MAIL_FROM: 'Elm <news@elm.example>',
  OPERATOR_NAME: 'Elm Ltd',
  OPERATOR_ADDRESS: '1 Elm Road, Leeds',
  CONTACT_EMAIL: 'help@elm.example',
};

/** Runs `npm start -- check` as a program. */
export async function checkProgram(environment: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await startProgram(environment, ['check']).ended;
  return { code, stderr, ...linesOf(stdout) };
}

/** Runs the check in this process, without the second that a program takes to start. */
export async function checkHere(environment: Readonly<Record<string, string>>) {
  const { text, isReady } = await checkAlone(readConfig(environment));
  return { isReady, ...linesOf(text) };
}

/** The lines of a check; `line` finds the one about a thing. */
function linesOf(text: string) {
  const lines = text.trim().split('\n');
  const line = (item: string) => lines.find((each) => each.slice(7).startsWith(`${item} `)) ?? '';
  return { lines, line };
}
