/** How far into a film its picture is taken, in seconds: the first frame is often black. */
const MOMENT = 1;
/** Nobody waits longer for a picture, in milliseconds. */
const PATIENCE = 8000;
const MOST_WIDTH = 1280;

/** A picture out of a film that is about to be uploaded; null where this browser cannot play it. */
export async function frameOfVideo(file: File): Promise<File | null> {
  const address = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  try {
    video.src = address;
    await happens(video, 'loadeddata');
    video.currentTime = Math.min(MOMENT, (video.duration || 0) / 2);
    await happens(video, 'seeked');
    return await pictureOf(video, file.name);
  } catch {
    return null;
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(address);
  }
}

function happens(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No picture in time')), PATIENCE);
    const settle = (finish: () => void) => () => {
      clearTimeout(timer);
      finish();
    };
    video.addEventListener(event, settle(resolve), { once: true });
    video.addEventListener(
      'error',
      settle(() => reject(new Error('This film cannot be played here'))),
      { once: true },
    );
  });
}

function pictureOf(video: HTMLVideoElement, name: string): Promise<File | null> {
  const scale = Math.min(1, MOST_WIDTH / video.videoWidth);
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
