/** One HTTP request: by fetch, or by XMLHttpRequest for progress, since fetch reports none for uploads. */
export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: SentBytes) => void) | undefined;
  /** Called with the whole answer received so far, each time more arrives. */
  readonly onText: ((text: string) => void) | undefined;
}
export interface TransportAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}
/** The progress of an upload, in bytes. */
export interface SentBytes {
  readonly sent: number;
  readonly total: number;
}

/** Resolves to the answer whatever its status. Rejects with AbortError, or with TypeError if there is no answer. */
export function exchange(outgoing: TransportRequest): Promise<TransportAnswer> {
  return outgoing.onProgress || outgoing.onText ? overXhr(outgoing) : overFetch(outgoing);
}

async function overFetch({ method, url, headers, body, signal }: TransportRequest): Promise<TransportAnswer> {
  const response = await fetch(url, {
    method,
    headers,
    body: body ?? null,
    signal: signal ?? null,
    // A login sends the known-device cookie; no other call has one.
    credentials: 'same-origin',
  });
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get('retry-after'),
  };
}

function overXhr({
  method,
  url,
  headers,
  body,
  signal,
  onProgress,
  onText,
}: TransportRequest): Promise<TransportAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.({ sent: loaded, total });
    request.onprogress = () => request.status === 200 && onText?.(request.responseText);
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
      });
    request.onerror = () => reject(new TypeError('The connection failed'));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    request.send(body ?? null);
  });
}
