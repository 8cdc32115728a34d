import { compileMail } from '#newsletter/render/compile-mail.ts';
import { textOfMail } from '#newsletter/render/compile-text.ts';
import type { AppContext } from '#server/context.ts';

/** A mail from the product itself: a few paragraphs and at most one button. */
export interface ProductEmail {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly text: string; readonly url: string };
}

/** Renders and sends a product email. Throws the errors of the renderer and the mail port; the calling job retries. */
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
    // Prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
}
