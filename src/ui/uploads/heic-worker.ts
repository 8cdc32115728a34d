import createLibheif from 'libheif-js/libheif-wasm/libheif.js';
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';
import type { HeicReply } from './decode-heic.ts';

/** The worker that decodes HEIC photos: it gets their bytes, and posts the picture or the reason for a failure. */

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): number | boolean;
  /** Writes the pixels into `target`. */
  display(target: ImageData, done: (shown: ImageData | null) => void): void;
}
interface Libheif {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): readonly HeifImage[] };
}

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void decode(new Uint8Array(data)).then((reply) =>
    self.postMessage(reply, { transfer: 'bitmap' in reply ? [reply.bitmap] : [] }),
  );
});

async function decode(bytes: Uint8Array): Promise<HeicReply> {
  const libheif = await load().catch(() => null);
  if (libheif === null) return { failed: 'to load' };
  try {
    const images = new libheif.HeifDecoder().decode(bytes);
    const image = images.find((each) => each.is_primary()) ?? images[0];
    if (image === undefined) return { failed: 'to decode' };
    // Only the pixels: libheif has turned them upright, and the location in the file is dropped.
    const pixels = await pixelsOf(image);
    return pixels === null ? { failed: 'to decode' } : { bitmap: await createImageBitmap(pixels) };
  } catch {
    return { failed: 'to decode' };
  }
}

async function load(): Promise<Libheif> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error('The decoder could not be loaded');
  const wasmBinary = await response.arrayBuffer();
  const started = Promise.withResolvers<void>();
  const libheif = createLibheif({
    wasmBinary,
    onRuntimeInitialized: started.resolve,
    onAbort: started.reject,
  });
  await started.promise;
  if (!hasDecoder(libheif)) throw new Error('Not the decoder that is expected');
  return libheif;
}

function hasDecoder(loaded: object): loaded is Libheif {
  return 'HeifDecoder' in loaded;
}

async function pixelsOf(image: HeifImage): Promise<ImageData | null> {
  const target = new ImageData(image.get_width(), image.get_height());
  return await new Promise((resolve) => image.display(target, resolve));
}
