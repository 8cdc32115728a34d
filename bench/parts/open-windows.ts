import { pathOf } from '#contract/route.ts';
import { togetherRoutes } from '#contract/together.ts';

/** A separate process with open windows, so that only the server's work is measured. Its parent sends the windows. */

export interface OpenedWindow {
  readonly url: string;
  readonly id: string;
  readonly token: string;
  readonly window: string;
}

/** The time after which each window goes to another block, in milliseconds. */
const MOVE_EVERY_MS = 10_000;

process.on('message', (windows: readonly OpenedWindow[]) => {
  Promise.all(windows.map((each, index) => open(each, index / windows.length))).then(
    () => process.send?.('open'),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function open({ url, id, token, window }: OpenedWindow, delay: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const address = `${url}${pathOf(togetherRoutes.followNewsletter, { id })}?window=${window}`;
  const { body, status } = await fetch(address, { headers });
  if (status !== 200 || body === null) throw new Error(`A stream answered ${status}`);
  void body.pipeTo(new WritableStream());
  let step = 0;
  const move = () => {
    step += 1;
    void fetch(url + pathOf(togetherRoutes.moveInNewsletter, { id }), {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ window, block: step % 2 === 0 ? null : 'heading-1' }),
    }).then((answer) => answer.arrayBuffer());
  };
  setTimeout(() => setInterval(move, MOVE_EVERY_MS), delay * MOVE_EVERY_MS);
}
