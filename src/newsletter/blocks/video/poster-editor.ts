/** The widest a poster needs to be, in pixels: a newsletter is 600 wide, phones show it at twice that. */
const WIDTH = 1200;
const PATIENCE_MS = 8000;

/** A frame of a film as a JPEG, or null where this browser can't show the film. */
export async function takePoster(film: File): Promise<File | null> {
  const address = URL.createObjectURL(film);
  const video = document.createElement('video');
  try {
    video.muted = true;
    video.preload = 'auto';
    video.src = address;
    // The first frame is often black; half a second in, something can be seen.
    if (!(await happens(video, 'loadeddata'))) return null;
    video.currentTime = Math.min(0.5, video.duration / 2 || 0);
    if (!(await happens(video, 'seeked'))) return null;
    return await frameOf(video);
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(address);
  }
}

function happens(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    const settle = (outcome: boolean) => () => {
      clearTimeout(timer);
      resolve(outcome);
    };
    video.addEventListener(event, settle(true), { once: true });
    video.addEventListener('error', settle(false), { once: true });
  });
}

async function frameOf(video: HTMLVideoElement): Promise<File | null> {
  const scale = Math.min(1, WIDTH / video.videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.82));
  return blob === null ? null : new File([blob], 'poster.jpg', { type: 'image/jpeg' });
}
