import { compileMail } from '#newsletter/render/compile.ts';
import { textOfMail } from '#newsletter/render/compile-text.ts';
import type { AppContext } from '#server/context.ts';

/** A mail of the product itself: a few plain sentences, and at most one thing to do. */
export interface ProductEmail {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly text: string; readonly url: string };
}

/** Renders an email and sends it. Throws what the renderer or the mail port throws; the job tries again. */
export async function sendProductEmail(
  context: AppContext,
  to: { readonly name: string; readonly address: string },
  email: ProductEmail,
): Promise<void> {
  const { product } = context.config;
  await context.mail.send({
    to,
    subject: email.subject,
    html: await context.renderer.render(compileMail({ ...email, productName: product.name })),
    text: `${textOfMail(email)}\n${product.name} · ${product.contactEmail}\n`,
    // No out-of-office answers.
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
}
