/** The mail providers whose reports are understood. */
export const MAIL_PROVIDERS = ['ses', 'postmark', 'mailgun', 'brevo', 'sendgrid'] as const;
export type MailProvider = (typeof MAIL_PROVIDERS)[number];
