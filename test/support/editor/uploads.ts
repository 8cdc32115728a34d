import { vi } from 'vitest';
import { page } from 'vitest/browser';

/**
 * A stand-in for `XMLHttpRequest` that stores every file under its name once `answered` resolves, except those in `refused`,
 * for which the server is too busy.
 */
export class FakeUpload {
  static answered: Promise<void> = Promise.resolve();
  static readonly refused = new Set<string>();
  /** The names of files that the server calls scans. */
  static readonly scans = new Set<string>();
  /** The names of files in which the server finds comments. */
  static readonly commented = new Set<string>();
  /** Width and height of all pictures, in pixels. */
  static size = { width: 800, height: 600 };
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
    const scan = FakeUpload.scans.has(name) ? { is_scan: true } : {};
    const holds = FakeUpload.commented.has(name) ? { holds: ['comments'] } : {};
    const data = {
      id: crypto.randomUUID(),
      type: 'attachment',
      attributes: { url, name, content_type: type, size, ...FakeUpload.size, ...scan, ...holds },
    };
    const isRefused = FakeUpload.refused.has(name);
    this.status = isRefused ? 503 : 201;
    this.responseText = JSON.stringify(isRefused ? { error_message: 'Too busy' } : { attachment: { data } });
    void FakeUpload.answered.then(() => this.onload?.());
  }
}

/** Chooses files in the file field of this label. */
export function chooseFiles(label: string, files: readonly File[]): void {
  const field = page.getByLabelText(label, { exact: true }).element();
  if (!(field instanceof HTMLInputElement)) throw new Error(`Not a field for files: ${label}`);
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  field.files = list.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Drops files on the first element of a selector. */
export function dropFiles(selector: string, files: readonly File[]): void {
  send(['dragover', 'drop'], selector, files);
}

/** Drags files over the first element of a selector. */
export function dragFiles(selector: string, files: readonly File[]): void {
  send(['dragover'], selector, files);
}

function send(types: readonly string[], selector: string, files: readonly File[]): void {
  const target = document.querySelector(selector);
  if (target === null) throw new Error(`Nothing to drop on: ${selector}`);
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const { x, y, width, height } = target.getBoundingClientRect();
  const where = { clientX: x + width / 2, clientY: y + height / 2 };
  for (const type of types)
    target.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer, ...where }),
    );
}
