import { AsyncLocalStorage } from 'node:async_hooks';
import type { z } from 'zod';
import type { JobPort, Queue, QueueOptions } from '#server/platform/jobs/jobs.ts';
import { MailNotSent, maskAddresses } from '#server/platform/mail/failure.ts';
import type { Mail, MailPort } from '#server/platform/mail/mail.ts';
import { receiverOf } from '#server/platform/mail/receivers.ts';
import type { RendererPort } from '#server/platform/renderer/renderer.ts';
import { traced } from '#server/platform/tracing/tracing.ts';
import { type Metrics, timed } from './metrics.ts';

/** Ports that measure and trace their calls. */

export function measuredRenderer(renderer: RendererPort, { renders }: Metrics): RendererPort {
  return {
    render: (mjml) =>
      timed(
        () => traced('render', {}, () => renderer.render(mjml)),
        (outcome, seconds) => renders.observe({ outcome }, seconds),
      ),
  };
}

/** The queue of the current job. */
const queueNow = new AsyncLocalStorage<string>();

/** Writes a line about a normal event. */
export type LogLine = (about: Readonly<Record<string, string | number>>, message: string) => void;

/** `note` gets a line for each mail that was accepted or not, identified by ids, never by an address. */
export function measuredMail(mail: MailPort, { mails }: Metrics, note: LogLine): MailPort {
  const noteMail = ({ about }: Mail, outcome: string, response: string) =>
    note({ queue: queueNow.getStore() ?? '', ...about, outcome, said: maskAddresses(response) }, 'mail');
  return {
    send: (one) => {
      const receiver = receiverOf(one.to.address);
      return timed(
        async () => {
          const response = await traced('send mail', { 'inkwell.receiver': receiver }, () => mail.send(one));
          noteMail(one, 'ok', typeof response === 'string' ? response : '');
        },
        (outcome, seconds) => mails.observe({ outcome, receiver }, seconds),
        (error) => {
          noteMail(one, outcomeOf(error), error instanceof MailNotSent ? error.response : '');
          return outcomeOf(error);
        },
      );
    },
    check: () => mail.check(),
    forget: (addresses) => mail.forget(addresses),
    close: () => mail.close(),
  };
}

function outcomeOf(error: unknown): string {
  return error instanceof MailNotSent
    ? `${error.permanent ? 'refused' : 'deferred'}_for_${error.blame}`
    : 'failed';
}

/** Call it before any queue is defined. */
export function measuredJobs(jobs: JobPort, { jobs: durations }: Metrics): JobPort {
  return {
    define: <S extends z.ZodType>(
      queue: Queue<S>,
      handler: (data: z.output<S>) => Promise<void>,
      options?: QueueOptions,
    ) =>
      jobs.define(
        queue,
        (data) =>
          timed(
            () =>
              traced(`job ${queue.name}`, { 'inkwell.queue': queue.name }, () =>
                queueNow.run(queue.name, () => handler(data)),
              ),
            (outcome, seconds) => durations.observe({ queue: queue.name, outcome }, seconds),
          ),
        options,
      ),
    schedule: (queue, cron, timeZone, data) => jobs.schedule(queue, cron, timeZone, data),
    send: (queue, data, options) => jobs.send(queue, data, options),
    start: () => jobs.start(),
    startSending: () => jobs.startSending(),
    stop: () => jobs.stop(),
  };
}
