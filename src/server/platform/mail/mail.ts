/** One mail to one address. Names and subjects may hold anything: the port keeps them out of the headers' syntax. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The same two parts in their form for the wire, where they were encoded before: see `partWriter`. */
  readonly encoded?: { readonly html: EncodedPart; readonly text: EncodedPart };
  /** The sender's name; the address is the product's. */
  readonly fromName?: string;
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly messageId?: string;
}

/** A part of a mail with its own headers, in ASCII with CRLF. */
export interface EncodedPart {
  readonly contentType: string;
  readonly raw: string;
}

/** Hands mails over. Throws `MailNotTaken` when the mail was not taken; the job that called tries again. */
export interface MailPort {
  send(mail: Mail): Promise<void>;
  /** Tries whether mails could go out now. Throws `MailNotTaken` where they could not. */
  check(): Promise<void>;
  /** Deletes what it has kept of mails to these addresses. */
  forget(addresses: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
