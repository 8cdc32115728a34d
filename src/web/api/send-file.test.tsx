import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FILE_KINDS, UPLOADS } from '#contract/files.ts';
import { SendFileContext } from '#ui/uploads/send-file.ts';
import { UploadField } from '#ui/uploads/upload-field.tsx';
import { useUpload } from '#ui/uploads/use-upload.ts';
import { sendFile } from './send-file.ts';

const PATIENCE = { timeout: 15_000 };

/** A fake XMLHttpRequest that the test controls. */
class FakeXhr {
  static last: FakeXhr | null = null;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
    onprogress: null,
  };
  status = 0;
  responseText = '';
  aborted = false;
  onload: (() => void) | null = null;
  onabort: (() => void) | null = null;
  constructor() {
    FakeXhr.last = this;
  }
  open = vi.fn();
  setRequestHeader = vi.fn();
  send = vi.fn();
  getResponseHeader = () => null;
  abort(): void {
    this.aborted = true;
    this.onabort?.();
  }
  end(status: number, reply: object): void {
    this.status = status;
    this.responseText = JSON.stringify(reply);
    this.onload?.();
  }
}

const done = vi.fn();
const picture = new File(['0123456789'], 'sports-day.jpg', { type: 'image/jpeg' });

function Form() {
  const upload = useUpload('image');
  const send = async (file: File) => done(await upload.start(file));
  const onFiles = ([file]: readonly [File, ...File[]]) => void send(file);
  return <UploadField label="Picture" kind="image" upload={upload} error="Required" onFiles={onFiles} />;
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  done.mockReset();
  FakeXhr.last = null;
  render(
    <MantineProvider env="test">
      <SendFileContext value={sendFile}>
        <Form />
      </SendFileContext>
    </MantineProvider>,
  );
});

async function choose(file = picture): Promise<FakeXhr> {
  await userEvent.upload(screen.getByLabelText('Picture', { selector: 'input' }), file);
  return vi.waitUntil(() => FakeXhr.last, PATIENCE);
}

describe('an upload', () => {
  it('tells what is wrong with the file, and not that one is required as well', async () => {
    screen.getByText('Required');
    const upload = await choose();
    act(() => upload.end(400, { error_message: 'Please choose a picture' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Please choose a picture');
    expect(screen.queryByText('Required')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    screen.getByText('Required');
  });

  it('warns if the stored file still has data about its author', async () => {
    const upload = await choose();
    const file = { url: '/files/x.pdf', name: 'menu.pdf', content_type: 'image/png', size: 9 };
    const attributes = { ...file, keeps_metadata: true };
    const data = { id: '5f0e7a3e-1c1b-4a77-9c0e-0a4c8f6f2b11', type: 'attachment', attributes };
    act(() => upload.end(201, { attachment: { data } }));
    expect((await screen.findByRole('status')).textContent).toBe(
      'We could not remove everything that may tell who made this file. To be sure, print it as a new PDF and choose that one',
    );
    expect(done).toHaveBeenCalledWith(attributes);
  });

  it('shows its progress with two decimals, and returns the stored file', async () => {
    const upload = await choose();
    act(() => upload.upload.onprogress?.({ loaded: 257, total: 400 }));
    screen.getByText(/^64\.25% ·/);
    const attributes = { url: '/files/x.webp', name: 'sports-day.jpg', content_type: 'image/webp', size: 9 };
    const data = { id: '5f0e7a3e-1c1b-4a77-9c0e-0a4c8f6f2b11', type: 'attachment', attributes };
    act(() => upload.end(201, { attachment: { data } }));
    await waitFor(() => expect(done).toHaveBeenCalledWith(attributes));
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('can be cancelled', async () => {
    const upload = await choose();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the upload of sports-day.jpg' }));
    await waitFor(() => expect(done).toHaveBeenCalledWith(null));
    expect(upload.aborted).toBe(true);
    screen.getByRole('button', { name: 'Select file' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows in place why it failed, and can be retried', async () => {
    const upload = await choose();
    act(() => upload.end(415, { error_message: 'Files of this type cannot be used here' }));
    await screen.findByText('Files of this type cannot be used here');
    await choose();
    expect(FakeXhr.last).not.toBe(upload);
    expect(screen.queryByText('Files of this type cannot be used here')).toBeNull();
  });

  it('offers a retry with the same file after transient errors only', async () => {
    const upload = await choose();
    act(() => upload.end(503, { error_message: 'The service is not available just now' }));
    await screen.findByText('The service is not available just now');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    const again = await vi.waitUntil(() => (FakeXhr.last === upload ? null : FakeXhr.last), PATIENCE);
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => again.end(415, { error_message: 'Files of this type cannot be used here' }));
    await screen.findByText('Files of this type cannot be used here');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(done).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(done).toHaveBeenCalledWith(null));
  });

  it('rejects a file of another type and names the allowed ones', async () => {
    const letter = new File(['x'], 'letter.pdf', { type: 'application/pdf' });
    fireEvent.drop(screen.getByRole('group', { name: 'Picture' }), { dataTransfer: { files: [letter] } });
    await screen.findByText(UPLOADS.image.wanted);
    expect(FakeXhr.last).toBeNull();
  });

  it('rejects a file that is too large', async () => {
    const large = new File(['x'], 'large.jpg', { type: 'image/jpeg' });
    Object.defineProperty(large, 'size', { value: FILE_KINDS.image.maxBytes + 1 });
    await userEvent.upload(screen.getByLabelText('Picture', { selector: 'input' }), large);
    await screen.findByText('This file is too large');
    expect(FakeXhr.last).toBeNull();
  });

  it('accepts a dropped file', async () => {
    fireEvent.drop(screen.getByRole('group', { name: 'Picture' }), { dataTransfer: { files: [picture] } });
    await vi.waitUntil(() => FakeXhr.last, PATIENCE);
    screen.getByText('sports-day.jpg');
  });
});

it.each([
  ['Windows NT 10.0; Win64; x64', 0, true],
  ['Macintosh; Intel Mac OS X 10_15_7', 0, true],
  ['Macintosh; Intel Mac OS X 10_15_7', 5, false],
  ['iPhone; CPU iPhone OS 18_1 like Mac OS X', 5, false],
])(
  'accepts HEIC on %s with %i touch points only if the system does not convert it to JPEG',
  async (system, fingers, asks) => {
    vi.resetModules();
    vi.stubGlobal('navigator', { userAgent: `Mozilla/5.0 (${system})`, maxTouchPoints: fingers });
    const fresh = await import('#ui/uploads/upload-field.tsx');
    render(
      <MantineProvider env="test">
        <fresh.UploadField label="Photo" kind="image" onFiles={done} />
      </MantineProvider>,
    );
    const { accept } = screen.getByLabelText<HTMLInputElement>('Photo', { selector: 'input' });
    expect(accept.includes('heic')).toBe(asks);
    expect(accept).toContain('image/jpeg');
  },
);
