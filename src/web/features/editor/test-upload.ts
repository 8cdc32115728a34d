import { vi } from 'vitest';
import { page } from 'vitest/browser';

/** A stand-in for `XMLHttpRequest` that stores every file under its name once `answered` resolves. */
export class FakeUpload {
  static answered: Promise<void> = Promise.resolve();
  status = 201;
  responseText = '';
  readonly upload = {};
  onload: (() => void) | null = null;
  readonly open = vi.fn();
  readonly setRequestHeader = vi.fn();
  readonly abort = vi.fn();
  getResponseHeader() {
    return null;
  }
  send(form: FormData) {
    const file = form.get('file');
    if (!(file instanceof File)) throw new Error('No file was sent');
    const { name, type, size } = file;
    const url = `${window.location.origin}/files/a/${name}`;
    const data = {
      id: crypto.randomUUID(),
      type: 'attachment',
      attributes: { url, name, content_type: type, size },
    };
    this.responseText = JSON.stringify({ attachment: { data } });
    void FakeUpload.answered.then(() => this.onload?.());
  }
}

/** Chooses files in the file field of this label. */
export function addFiles(label: string, files: readonly File[]): void {
  const field = page.getByLabelText(label, { exact: true }).element();
  if (!(field instanceof HTMLInputElement)) throw new Error(`Not a field for files: ${label}`);
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  field.files = list.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
