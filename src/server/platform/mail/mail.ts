import { fullName, type Named } from '#contract/rules/names.ts';

/** A mail to one address. Names and subjects may contain anything: the port escapes them for headers. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The same two parts, already encoded: see `partWriter`. */
  readonly encoded?: { readonly html: EncodedPart; readonly text: EncodedPart };
  /** The sender's name; the address is the product's. */
  readonly fromName?: string;
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly messageId?: string;
  /** The address for mail servers' reports about this mail. Unset: the product's address. */
  readonly returnPath?: string;
  /** The identification of a newsletter's mail in the log, instead of an address: the ids of delivery and recipient. */
  readonly about?: { readonly delivery: string; readonly recipient: number };
}

/** A part of a mail with its own headers, in ASCII with CRLF. */
export interface EncodedPart {
  readonly contentType: string;
  readonly raw: string;
}

/** Sends mails. Throws `MailNotSent` if the mail was not accepted; the calling job retries. */
export interface MailPort {
  /** Sends a mail. Resolves to the server's answer as text, if there is one. */
  send(mail: Mail): Promise<unknown>;
  /** Checks that mails can be sent. Throws `MailNotSent`. */
  check(): Promise<void>;
  /** Deletes stored copies of mails to these addresses. */
  forget(addresses: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** The recipient of a mail to a person. */
export function mailTo(person: Named & { readonly email: string }): Mail['to'] {
  return { name: fullName(person), address: person.email };
}
