const DATA_ADDRESS = /^data:(image\/(?:png|jpeg|gif|webp));base64,([\sa-z\d+/=]+)$/i;

/** The file of a picture with a `data:` address; null for any other picture, whose content is not on the clipboard. */
export function pictureFile(image: HTMLImageElement): File | null {
  const [, type, data] = DATA_ADDRESS.exec(image.getAttribute('src') ?? '') ?? [];
  if (type === undefined || data === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const [, ending = ''] = type.toLowerCase().split('/');
    return new File([bytes], `pasted.${ending === 'jpeg' ? 'jpg' : ending}`, { type: type.toLowerCase() });
  } catch {
    // The data is not valid Base64.
    return null;
  }
}
