/** The messages between the supervisor and its processes. They come from our own program, but perhaps from another version. */
export type ProcessMessage =
  /** A process serves; `text` is its announcement at the start. */
  | { readonly kind: 'ready'; readonly text: string }
  /** Checks whether a process still answers. */
  | { readonly kind: 'ping' }
  | { readonly kind: 'pong' }
  /** A process that was asked for metrics asks for those of the others. */
  | { readonly kind: 'gather'; readonly id: string }
  | { readonly kind: 'measure'; readonly id: string }
  | { readonly kind: 'measured'; readonly id: string; readonly text: string }
  | { readonly kind: 'gathered'; readonly id: string; readonly texts: readonly string[] };

/** The text at a signal to stop, printed once for all processes. */
export const STOPPING = 'Stopping: what is under way is finished first.\n';

/** The environment variable with a process's number, from 1 on. A restarted process keeps its number. */
export const PROCESS_NUMBER = 'INKWELL_PROCESS';
/** The environment variable with a secret of this start, the same in all processes. */
export const START_SECRET = 'INKWELL_START_SECRET';

/** Reads a message; null if it is unknown. Without a schema, whose library would double the supervisor's memory. */
export function readMessage(message: unknown): ProcessMessage | null {
  if (typeof message !== 'object' || message === null) return null;
  const field = (name: string) => {
    const value: unknown = Reflect.get(message, name);
    return typeof value === 'string' ? value : '';
  };
  const texts: unknown = Reflect.get(message, 'texts');
  const kind = field('kind');
  switch (kind) {
    case 'ready':
      return { kind, text: field('text') };
    case 'ping':
    case 'pong':
      return { kind };
    case 'gather':
    case 'measure':
      return { kind, id: field('id') };
    case 'measured':
      return { kind, id: field('id'), text: field('text') };
    case 'gathered':
      return { kind, id: field('id'), texts: Array.isArray(texts) ? texts.map(String) : [] };
    default:
      return null;
  }
}
