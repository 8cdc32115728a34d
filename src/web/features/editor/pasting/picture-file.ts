const DATA_ADDRESS = /^data:(image\/(?:png|jpeg|gif|webp));base64,([\sa-z\d+/=]+)$/i;

/** The file of a picture that is written out in its address; null for any other, which is nowhere on the clipboard. */
export function pictureFile(image: HTMLImageElement): File | null {
  const [, type, data] = DATA_ADDRESS.exec(image.getAttribute('src') ?? '') ?? [];
  if (type === undefined || data === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const [, ending = ''] = type.toLowerCase().split('/');
    return new File([bytes], `pasted.${ending === 'jpeg' ? 'jpg' : ending}`, { type: type.toLowerCase() });
  } catch {
    // It is not Base64 after all.
    return null;
  }
}
