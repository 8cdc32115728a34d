/** The position of the frame in seconds: the first frame is often black. */
const FRAME_SECONDS = 1;
const TIMEOUT_MS = 8000;
const MAX_WIDTH = 1280;

/** Extracts a frame from a video file, as JPEG; null if the browser cannot play it. */
export async function extractVideoFrame(file: File): Promise<File | null> {
  const address = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    video.src = address;
    await waitFor(video, 'loadeddata');
    video.currentTime = Math.min(FRAME_SECONDS, (video.duration || 0) / 2);
    await waitFor(video, 'seeked');
    return await captureFrame(video, file.name);
  } catch {
    return null;
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(address);
  }
}

function waitFor(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No frame in time')), TIMEOUT_MS);
    const finishWith = (finish: () => void) => () => {
      clearTimeout(timer);
      finish();
    };
    video.addEventListener(event, finishWith(resolve), { once: true });
    video.addEventListener(
      'error',
      finishWith(() => reject(new Error('This browser cannot play the video'))),
      { once: true },
    );
  });
}

function captureFrame(video: HTMLVideoElement, name: string): Promise<File | null> {
  const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(
      (blob) =>
        resolve(blob && new File([blob], `${name.replace(/\.[^.]+$/, '')}.jpg`, { type: 'image/jpeg' })),
      'image/jpeg',
      0.85,
    );
  });
}
