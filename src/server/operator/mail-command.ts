import { FAILURE_LABELS, serverSaid } from '#contract/deliveries.ts';
import { withAsciiDomain } from '#contract/fields.ts';
import { REPORT_LABELS } from '#contract/mail/bounces.ts';
import type { Config } from '#server/config.ts';
import type { JobWith, LastMail, OnList } from '#server/data/operator/mails-of.ts';
import { onlyWord, parseCommand } from '#server/operator/words/parse-command.ts';
import type { Say } from './say.ts';
import { dayShown } from './table.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `mail ADDRESS
    What became of the mails to one address: the lists that it is on, the last newsletters with the mail server's words
    and the number of tries, invitations, and mails that wait or were given up.`;

const MAILS_SHOWN = 10;

/** `mail`: answers why a family did not get a mail, or got it twice. */
export const mailCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const given = onlyWord(USAGE, parseCommand(USAGE, words, {}).positionals);
  const email = withAsciiDomain(given.trim()).toLowerCase();
  await withDatabase(config, async (database) => {
    const { findInvitationsTo, findJobsWith, findOnLists, listLastMails } = await import(
      '#server/data/operator/mails-of.ts'
    );
    const lists = await findOnLists(database, email);
    if (lists.length === 0) say('No list has this address: the family was removed, or never on one.');
    for (const list of lists) {
      say(listLine(list));
      const mails = await listLastMails(database, list.id, MAILS_SHOWN);
      if (mails.length === 0) say('  Nothing was sent to it, as far as is still kept.');
      for (const mail of mails) say(`  ${mailLine(mail)}`);
    }
    for (const { school, endsAt, mailTrouble } of await findInvitationsTo(database, email))
      say(`Invited to the staff of ${school} until ${dayShown(endsAt)}: ${INVITED[mailTrouble ?? 'none']}.`);
    for (const job of await findJobsWith(database, email)) say(jobLine(job));
  });
  return true;
}

const INVITED = {
  none: 'nothing is known to be wrong with the mail',
  later: 'the mail was not taken yet',
  never: 'the mail was refused',
} as const;

function listLine({ school, status, createdAt, unsubscribedAt, bouncedAt, bounceReason }: OnList): string {
  if (status === 'unsubscribed') return `${school}: left the list on ${dayShown(unsubscribedAt)}.`;
  const since = `${school}: on the list since ${dayShown(createdAt)}`;
  return bouncedAt === null
    ? `${since}.`
    : `${since}, but gets nothing since ${dayShown(bouncedAt)}: ${bounceReason ?? 'mail came back'}`;
}

function mailLine(mail: LastMail): string {
  const { subject, endedAt, dueAt } = mail;
  return `${minuteOf(endedAt ?? dueAt)}  ‘${subject}’: ${outcomeOf(mail)}${triesOf(mail)}`;
}

function triesOf({ attempts, mayHaveArrived }: LastMail): string {
  const tries = attempts > 1 ? ` ${attempts} tries.` : '';
  return mayHaveArrived ? `${tries} A try that was not confirmed may have arrived.` : tries;
}

function outcomeOf({ state, reason, report, detail, attempts, dueAt, status, trouble, heldUntil }: LastMail) {
  const response = detail === null ? '' : ` ${serverSaid(reason, detail)}`;
  if (state === 'sent')
    return report === null ? 'taken by the mail server.' : `${REPORT_LABELS[report]}.${response}`;
  if (reason === 'unconfirmed') return `not confirmed. ${FAILURE_LABELS[reason]}.${response}`;
  const ended = state === 'failed' ? 'not delivered' : attempts > 0 ? 'not tried again' : 'not tried';
  if (state === 'failed' || state === 'skipped')
    return `${ended}. ${FAILURE_LABELS[reason ?? 'rejected']}.${response}`;
  if (status === 'paused')
    return `waits, as the sending is on hold. ${trouble ?? 'A person has held it'}.${response}`;
  if (state === 'sending') return 'on its way.';
  const held = heldUntil !== null && heldUntil > dueAt ? heldUntil : dueAt;
  return `waits for try ${attempts + 1}, on ${minuteOf(held)}.${response}`;
}

function jobLine({ queue, state, tries, next, why }: JobWith): string {
  const what = state === 'given up' ? 'was given up' : `waits until ${minuteOf(next)}`;
  return `A job of ${queue} ${what}, after ${tries} tries again${why === null ? '.' : `: ${why}`}`;
}

const minuteOf = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ');
