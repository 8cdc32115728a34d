/** The worker's reply. */
export type HeicReply = { readonly bitmap: ImageBitmap } | { readonly failed: 'to load' | 'to decode' };

/** Decodes a HEIC photo to its pixels, upright. The decoder is loaded for it, and its memory is freed afterwards. */
export async function decodeHeic(file: File): Promise<HeicReply> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' });
  try {
    const bytes = await file.arrayBuffer();
    return await new Promise((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<HeicReply>) => resolve(data));
      worker.addEventListener('error', () => resolve({ failed: 'to load' }));
      worker.postMessage(bytes, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}

/** Whether the content is a HEIC photo, whatever its name. */
export async function isHeicContent(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(4, 12).arrayBuffer());
  return /^ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(String.fromCharCode(...head));
}
