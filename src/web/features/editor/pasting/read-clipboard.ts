/** The content of a clipboard, read at once: browsers empty it when the event is over. */
export interface ClipboardContent {
  readonly html: string;
  readonly text: string;
  readonly files: readonly File[];
}

export function readClipboard(data: DataTransfer): ClipboardContent {
  return {
    html: data.getData('text/html'),
    text: data.getData('text/plain'),
    files: Array.from(data.files),
  };
}
