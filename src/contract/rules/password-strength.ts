import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { newPassword, PASSWORD_MAX } from '#contract/fields.ts';

/**
 * How easily a new password is guessed, for the server, which decides, and for the fields in which one is typed. The
 * estimator and its lists of words are loaded at the first use: see docs/decisions/004.
 */

/** What a new password must score at least, of 0 to 4: some hundred million guesses. */
const PASSWORD_SCORE_MIN = 3;
const STRONG_SCORE = 4;

const INSTEAD = 'Try three or four words that do not belong together';
export const PASSWORD_STRENGTH_MESSAGES = {
  guessable: 'This password is easy to guess.',
  own: `This password is easy to guess from your name, email address or school. ${INSTEAD}`,
  instead: INSTEAD,
  good: 'This password is hard to guess',
  strong: 'This password is very hard to guess',
} as const;

/** How a password does: `refused` ones are not taken. The message is for the person who types it. */
export interface PasswordStrength {
  readonly level: 'refused' | 'good' | 'strong';
  readonly message: string;
}

/** What others know of the one who chooses a password. */
export interface PasswordOwner {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly school?: string | null;
  readonly product: string;
}

/** Estimates a password that the other rules accept; null for one that they refuse, so that none is long. */
export async function passwordStrength(
  password: string,
  owner: PasswordOwner,
): Promise<PasswordStrength | null> {
  if (!newPassword.safeParse(password).success) return null;
  const estimator = await loadEstimator();
  const own = ownWords(owner);
  const { score, feedback } = estimator.check(password, own);
  // What joins words hides them, and is credited as though it were random.
  const readings = [password, password.replace(BETWEEN_WORDS, '')];
  if (readings.some((text) => isMostlyOwn(estimator, text, own))) return refused(MESSAGES.own);
  if (score < PASSWORD_SCORE_MIN)
    return refused([MESSAGES.guessable, feedback.warning, MESSAGES.instead].filter(Boolean).join(' '));
  return score < STRONG_SCORE
    ? { level: 'good', message: MESSAGES.good }
    : { level: 'strong', message: MESSAGES.strong };
}

const MESSAGES = PASSWORD_STRENGTH_MESSAGES;
const refused = (message: string): PasswordStrength => ({ level: 'refused', message });

// The estimator still credits a name for standing beside another one: what is the person's own counts for nothing.
function isMostlyOwn(estimator: ZxcvbnFactory, text: string, own: string[]): boolean {
  const { score, sequence } = estimator.check(text, own);
  const rest = sequence.filter((match) => !('dictionaryName' in match && match.dictionaryName === OWN));
  if (rest.length === sequence.length) return false;
  const restText = rest.map(({ token }) => token.replace(BETWEEN_WORDS, '')).join('');
  return Math.min(score, estimator.check(restText, own).score) < PASSWORD_SCORE_MIN;
}

// What the estimator calls the words that it is given with a password.
const OWN = 'userInputs';
// Shorter ones are found in any password.
const OWN_WORD_MIN = 3;

const BETWEEN_WORDS = /[\s._,;:!?+&@#/*-]/g;

function ownWords({ firstName = '', lastName = '', email = '', school, product }: PasswordOwner): string[] {
  const words = [`${firstName} ${lastName}`, email, school ?? '', product].flatMap((text) => {
    const parts = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    return [parts.join(''), ...parts];
  });
  return [...new Set(words)].filter((word) => word.length >= OWN_WORD_MIN);
}

// Bounds how long one estimate takes: a password of 50 signs that stand for letters has very many readings.
const SUBSTITUTIONS_MAX = 10;

let loading: Promise<ZxcvbnFactory> | undefined;

/** Loads the estimator. A load that failed is tried again at the next call. */
export async function loadEstimator(): Promise<ZxcvbnFactory> {
  loading ??= makeEstimator();
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

async function makeEstimator(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    maxLength: PASSWORD_MAX,
    l33tMaxSubstitutions: SUBSTITUTIONS_MAX,
  });
}
