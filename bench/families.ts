import { setTimeout as wait } from 'node:timers/promises';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { emptyInstallation } from '#test/seed.ts';
import { callProgram, progressOf } from '#test/sending.ts';
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts';
import { AIMS, type Engine, onEachEngine } from './parts/engines.ts';
import { type GroupedSchool, seedGroups, targetedBlocks } from './parts/grouped-school.ts';
import { bareMailsPerSecond, end, perSecond } from './parts/mail-rate.ts';
import { median } from './parts/running.ts';
import { startBuilt } from './parts/start-built.ts';

/** On a busy machine, `FAMILIES` reduces the families that are sent to, and `LISTED` those that are listed. */
const FAMILIES = Number(process.env.FAMILIES ?? 10_000);
const LISTED = Number(process.env.LISTED ?? 100_000);
const GROUPS = 40;
const BLOCKS = 60;
const TIMES = 9;
/** The most for medians. Source: docs/requirements/performance.md P16. */
const SEARCH_MS = 100;
const FIRST_MAIL_MS = 20_000;

/** Families in groups: sending mails that differ by group, against the bare mail library; lists and counts of a large school. */
export default async function measure() {
  const sent = await sendTargeted();
  const bare = await bareMailsPerSecond(Math.min(FAMILIES, 4000), sent.mail);
  const ratio = sent.perSecond / bare;
  return [
    {
      name: `mails to ${FAMILIES} families, ${GROUPS} groups, ${BLOCKS} blocks for them, ${sent.pages} different`,
      value: sent.perSecond,
      reference: bare,
      unit: 'a second',
      ratio,
      aim: '≥ 0.6x of the bare pool',
      met: ratio >= 0.6,
    },
    ...(await onEachEngine(lists)),
  ];
}

async function publish(url: string, { token, groupIds }: GroupedSchool): Promise<string> {
  const news_letter = {
    title: 'Autumn news',
    layout_type: 'one_column',
    code: targetedBlocks(groupIds, BLOCKS),
  };
  const { createNewsletter, publishNewsletter } = newsletterRoutes;
  const created = await callProgram(url, token, createNewsletter, {}, { news_letter });
  const { id } = createNewsletter.reply.parse(created).news_letter.data;
  await callProgram(url, token, publishNewsletter, { id });
  return id;
}

async function sendTargeted() {
  const place = await emptyInstallation();
  const sink = await startSmtpSink({ keepSources: true });
  const school = await seedGroups(place, FAMILIES, GROUPS);
  const program = startBuilt({ ...place.environment, SMTP_URL: sink.url });
  const url = await program.url;
  const times: number[] = [];
  sink.onArrival = ({ to }) => {
    if (to.endsWith('@home.example')) times.push(performance.now());
  };
  const id = await publish(url, school);
  const begun = await callProgram(url, school.token, deliveryRoutes.createDelivery, { id }, { delivery: {} });
  const delivery = deliveryRoutes.createDelivery.reply.parse(begun).delivery.data.id;
  while ((await progressOf(url, school.token, delivery)).waiting > 0) await wait(200);
  await end(program);
  const [first] = sink.received.filter(({ to }) => to.endsWith('@home.example'));
  const { html = '', text = '' } = (await first?.open()) ?? {};
  await sink.close();
  await place.remove();
  if (times.length !== FAMILIES) throw new Error(`${times.length} of ${FAMILIES} arrived`);
  // There is a page for each group, and one for each two groups that are seven apart.
  return { perSecond: perSecond(times), mail: { html, text }, pages: GROUPS * 2 };
}

const page = (group: string) => `/subscribers?group=${group}&per_page=25`;

/** Lists, searches and counts of a large school, against the same calls of a school with a hundredth of its families. */
async function lists(engine: Engine) {
  const large = await timeLists(LISTED);
  const small = await timeLists(LISTED / 100);
  return large.map(({ name, value, limit = AIMS[engine] }, index) => {
    const reference = small[index]?.value ?? Number.NaN;
    const rest = { value, reference, unit: 'ms', ratio: value / reference };
    return {
      name: `${name}, ${LISTED} families, ${engine}`,
      ...rest,
      aim: `< ${limit} ms`,
      met: value < limit,
    };
  });
}

async function timeLists(families: number) {
  const place = await emptyInstallation();
  const sink = await startSmtpSink({ keepSources: false });
  const school = await seedGroups(place, families, GROUPS);
  const program = startBuilt({ ...place.environment, SMTP_URL: sink.url });
  const url = await program.url;
  const id = await publish(url, school);
  const group = school.groupIds[3] ?? '';
  const calls = [
    ['groups with their numbers', '/groups'],
    ['the list, a page of one group', page(group)],
    ['the list, in no group', '/subscribers?filter=no_group&per_page=25'],
    ['search', '/subscribers?search_string=parent-4999', SEARCH_MS],
    ['search for what is not there', '/subscribers?search_string=nobody', SEARCH_MS],
    ['search in a group', `${page(group)}&search_string=parent`, SEARCH_MS],
    ['what a sending to everybody reaches', `/news_letters/${id}/audience`],
    ['what a sending to one group reaches', `/news_letters/${id}/audience?any=${group}`],
  ] as const;
  const measured: { name: string; value: number; limit?: number | undefined }[] = [];
  for (const [name, path, limit] of calls)
    measured.push({ name, value: await medianOf(`${url}/api/v1${path}`, school.token), limit });
  const value = await prepare(url, school, { id, sink });
  measured.push({ name: 'from the button to the first mail', value, limit: FIRST_MAIL_MS });
  await end(program);
  await sink.close();
  await place.remove();
  return measured;
}

async function prepare(
  url: string,
  { token }: GroupedSchool,
  { id, sink }: { readonly id: string; readonly sink: SmtpSink },
): Promise<number> {
  const first = new Promise<void>((arrived) => {
    sink.onArrival = ({ to }) => {
      if (to.endsWith('@home.example')) arrived();
    };
  });
  const begun = performance.now();
  await callProgram(url, token, deliveryRoutes.createDelivery, { id }, { delivery: {} });
  await first;
  return performance.now() - begun;
}

async function medianOf(address: string, token: string): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const begun = performance.now();
    const reply = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`);
    await reply.arrayBuffer();
    times.push(performance.now() - begun);
  }
  return median(times);
}
