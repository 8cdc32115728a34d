import { randomBytes } from 'node:crypto';
import { pathOf } from '#contract/route.ts';
import { type TogetherEvent, togetherRoutes, type WindowHere } from '#contract/together.ts';
import type { TestPerson } from './factories.ts';
import { callProgram } from './sending.ts';

/** A window that follows a newsletter over a real connection. */
export interface Following {
  readonly window: string;
  /** The events so far. */
  readonly events: readonly TogetherEvent[];
  /** Whether the server, or `leave`, has ended the stream. */
  readonly isOver: boolean;
  /** The people who have the newsletter open, by the last event. */
  here(): readonly WindowHere[];
  /** Closes the window's tab. */
  leave(): void;
  /** Moves to a block. */
  move(block: string | null): Promise<void>;
}

/** Opens a stream. The server has to listen at `url`. Throws with the status if it refuses. */
export async function follow(
  url: string,
  { token }: Pick<TestPerson, 'token'>,
  id: string,
  window: string = randomBytes(16).toString('hex'),
): Promise<Following> {
  const stop = new AbortController();
  const response = await fetch(`${url}${pathOf(togetherRoutes.followNewsletter, { id })}?window=${window}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  if (!response.ok || response.body === null) throw new Error(String(response.status));
  const events: TogetherEvent[] = [];
  const state = { isOver: false };
  const { body } = response;
  const read = async () => {
    let text = '';
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      text += part;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks)
        if (block.startsWith('data: '))
          events.push(togetherRoutes.followNewsletter.events.parse(JSON.parse(block.slice(6))));
    }
  };
  const over = () => {
    state.isOver = true;
  };
  read().then(over, over);
  return {
    window,
    events,
    get isOver() {
      return state.isOver;
    },
    here: () => events.findLast((each) => each.event === 'here')?.windows ?? [],
    leave: () => stop.abort(),
    move: async (block) => {
      await callProgram(url, token, togetherRoutes.moveInNewsletter, { id }, { window, block });
    },
  };
}
