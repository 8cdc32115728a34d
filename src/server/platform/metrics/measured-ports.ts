import type { z } from 'zod';
import type { JobPort, Queue, QueueOptions } from '#server/platform/jobs/jobs.ts';
import { MailNotSent } from '#server/platform/mail/failure.ts';
import type { MailPort } from '#server/platform/mail/mail.ts';
import { receiverOf } from '#server/platform/mail/receivers.ts';
import type { RendererPort } from '#server/platform/renderer/renderer.ts';
import { traced } from '#server/platform/tracing/tracing.ts';
import { type Metrics, timed } from './metrics.ts';

/** Ports that measure and trace what passes through them. */

export function measuredRenderer(renderer: RendererPort, { renders }: Metrics): RendererPort {
  return {
    render: (mjml) =>
      timed(
        () => traced('render', {}, () => renderer.render(mjml)),
        (outcome, seconds) => renders.observe({ outcome }, seconds),
      ),
  };
}

export function measuredMail(mail: MailPort, { mails }: Metrics): MailPort {
  return {
    send: (one) => {
      const receiver = receiverOf(one.to.address);
      return timed(
        () => traced('send mail', { 'inkwell.receiver': receiver }, () => mail.send(one)),
        (outcome, seconds) => mails.observe({ outcome, receiver }, seconds),
        (error) =>
          error instanceof MailNotSent
            ? `${error.permanent ? 'refused' : 'deferred'}_for_${error.blame}`
            : 'failed',
      );
    },
    check: () => mail.check(),
    forget: (addresses) => mail.forget(addresses),
    close: () => mail.close(),
  };
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
            () => traced(`job ${queue.name}`, { 'inkwell.queue': queue.name }, () => handler(data)),
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
