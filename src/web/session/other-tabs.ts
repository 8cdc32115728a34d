/**
 * A session that is not remembered is in one tab's storage. A tab that opens without one, by a link in a mail, say, asks the
 * others for theirs. The session passes through memory alone: nothing of it is stored beyond the tabs.
 */

const CHANNEL = 'session';
/** The wait for the first answer, in milliseconds. A tab answers within a few, unless the browser has put it to sleep. */
const UNTIL_FIRST = 300;
/** The wait for answers of further tabs, where somebody else may be signed in, in milliseconds. */
const AFTER_FIRST = 50;
const QUESTION = 'which';

/** Answers other tabs with this tab's session; `null` is no answer. */
export function answerOtherTabs(session: () => object | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data !== QUESTION) return;
    const own = session();
    if (own !== null) channel.postMessage(own);
  };
}

/** The other tabs' answers. */
export async function askOtherTabs(): Promise<unknown[]> {
  const channel = new BroadcastChannel(CHANNEL);
  const answers: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer = setTimeout(resolve, UNTIL_FIRST);
  channel.onmessage = ({ data }) => {
    if (data === QUESTION) return;
    answers.push(data);
    if (answers.length > 1) return;
    clearTimeout(timer);
    timer = setTimeout(resolve, AFTER_FIRST);
  };
  channel.postMessage(QUESTION);
  await promise;
  channel.close();
  return answers;
}
