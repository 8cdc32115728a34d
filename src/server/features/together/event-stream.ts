import { Readable } from 'node:stream';

/** In bytes. A client that reads more slowly loses the stream, and connects again. */
const UNREAD_MAX = 256 * 1024;

/** A stream of server-sent events. `onClose` is called when it has ended, on either side. */
export class EventStream extends Readable {
  constructor(onClose: () => void) {
    super({ read: () => undefined });
    this.once('close', onClose);
    // A client that disconnects is not an error.
    this.on('error', () => undefined);
  }

  /** Sends the JSON of an event. */
  send(json: string): void {
    this.#write(`data: ${json}\n\n`);
  }

  /** Shows the other side, and proxies between, that the stream is alive. */
  beat(): void {
    this.#write(':\n\n');
  }

  finish(): void {
    if (!this.readableEnded) this.push(null);
  }

  #write(text: string): void {
    if (this.destroyed || this.readableEnded) return;
    this.push(text);
    if (this.readableLength > UNREAD_MAX) this.destroy();
  }
}
