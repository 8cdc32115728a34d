import type { z } from 'zod';
import { compileMail } from '#newsletter/render/compile-mail.ts';
import { textOfMail } from '#newsletter/render/compile-text.ts';
import type { AppContext } from '#server/context.ts';
import type { Queue } from '#server/platform/jobs/jobs.ts';
import type { Mail } from './mail.ts';
import type { Words } from './words.ts';

/** What the product itself writes: a few paragraphs and at most one button. */
export interface ProductEmail {
  readonly subject: Words;
  readonly paragraphs: readonly Words[];
  readonly button?: { readonly text: string; readonly url: string };
}

/** Such a mail with whom it goes to. */
export interface AddressedEmail extends ProductEmail {
  readonly to: Mail['to'];
}

/**
 * Defines the job of a mail that is no newsletter. `prepare` looks at how things are when it is sent; null: there is nothing to say any
 * more. Mails that are drawn in another way come ready. `sent` hears how it went. The job retries what throws.
 */
export function defineMail<S extends z.ZodType>(
  context: AppContext,
  queue: Queue<S>,
  prepare: (data: z.output<S>) => Promise<AddressedEmail | Mail | null>,
  sent: (data: z.output<S>, failure: unknown) => Promise<void> = async () => undefined,
): void {
  context.jobs.define(queue, async (data) => {
    const mail = await prepare(data);
    if (mail === null) return;
    try {
      // Prevents out-of-office replies.
      const headers = { 'Auto-Submitted': 'auto-generated' };
      await context.mail.send({ ...('html' in mail ? mail : await drawn(context, mail)), headers });
    } catch (error) {
      await sent(data, error);
      throw error;
    }
    await sent(data, null);
  });
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
