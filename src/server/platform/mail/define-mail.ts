import type { z } from 'zod';
import { compileMail } from '#newsletter/render/compile-mail.ts';
import { textOfMail } from '#newsletter/render/compile-text.ts';
import type { AppContext } from '#server/context.ts';
import type { Queue } from '#server/platform/jobs/jobs.ts';
import type { Mail } from './mail.ts';
import type { Words } from './words.ts';

/** A mail from the product itself: a few paragraphs and at most one button. */
export interface ProductEmail {
  readonly subject: Words;
  readonly paragraphs: readonly Words[];
  readonly button?: { readonly text: string; readonly url: string };
}

/** A product email with its recipient. */
export interface AddressedEmail extends ProductEmail {
  readonly to: Mail['to'];
}

/**
 * Defines the job of a mail that is not a newsletter. `prepare` sees the state at the time of sending; null: there is
 * no longer anything to say. Mails rendered in another way come complete. `ended` gets the failure, or null. The job
 * retries after an error.
 */
export function defineMail<S extends z.ZodType>(
  context: AppContext,
  queue: Queue<S>,
  prepare: (data: z.output<S>) => Promise<AddressedEmail | Mail | null>,
  ended: (data: z.output<S>, failure: unknown) => Promise<void> = async () => undefined,
): void {
  context.jobs.define(queue, async (data) => {
    const prepared = await prepare(data);
    try {
      if (prepared !== null) await send(context, prepared);
    } catch (error) {
      await ended(data, error);
      throw error;
    }
    await ended(data, null);
  });
}

async function send(context: AppContext, prepared: AddressedEmail | Mail): Promise<void> {
  const mail = 'html' in prepared ? prepared : await drawn(context, prepared);
  // Prevents out-of-office replies.
  await context.mail.send({ ...mail, headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers } });
}

async function drawn(context: AppContext, { to, button, ...words }: AddressedEmail): Promise<Mail> {
  const { product } = context.config;
  const subject = words.subject.toString();
  const paragraphs = words.paragraphs.map(String);
  const email = { subject, paragraphs, ...(button !== undefined && { button }) };
  return {
    to,
    subject,
    html: await context.renderer.render(compileMail({ ...email, productName: product.name })),
    text: `${textOfMail(email)}\n${product.name} · ${product.contactEmail}\n`,
  };
}
