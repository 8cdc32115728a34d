import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { newPassword, PASSWORD_MAX } from '#contract/fields.ts';

/**
 * How easily a new password is guessed. The server decides; the password fields show it while typing. The estimator and
 * its word lists are loaded at first use: see docs/decisions/004.
 */

/** The lowest accepted score, of 0 to 4: about a hundred million guesses. */
const PASSWORD_SCORE_MIN = 3;
const STRONG_SCORE = 4;

const ADVICE = 'Try three or four words that do not belong together, with a capital letter and a number';
const MESSAGES = {
  guessable: 'This password is easy to guess.',
  own: `This password is easy to guess from your name, email address or school. ${ADVICE}`,
  instead: ADVICE,
  good: 'This password is hard to guess',
  strong: 'This password is very hard to guess',
} as const;

/** The result of an estimate; the message is for the person who types the password. */
export interface PasswordStrength {
  readonly level: 'refused' | 'good' | 'strong';
  readonly message: string;
}

/** Facts about the owner of the password that others may know. */
export interface PasswordOwner {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly school?: string | null;
  readonly product: string;
}

/** Estimates a password; null if `newPassword` rejects it, which also bounds its length. */
export async function passwordStrength(
  password: string,
  owner: PasswordOwner,
): Promise<PasswordStrength | null> {
  if (!newPassword.safeParse(password).success) return null;
  const estimator = await loadEstimator();
  const own = personalWords(owner);
  const { score, feedback } = estimator.check(password, own);
  // Separators hide words from the estimator, which then scores them as random.
  const readings = [password, password.replace(BETWEEN_WORDS, '')];
  if (readings.some((text) => isMostlyPersonal(estimator, text, own))) return refused(MESSAGES.own);
  if (score < PASSWORD_SCORE_MIN)
    return refused([MESSAGES.guessable, feedback.warning, MESSAGES.instead].filter(Boolean).join(' '));
  return score < STRONG_SCORE
    ? { level: 'good', message: MESSAGES.good }
    : { level: 'strong', message: MESSAGES.strong };
}

const refused = (message: string): PasswordStrength => ({ level: 'refused', message });

// The estimator scores combinations of personal words too high, so these count for nothing.
function isMostlyPersonal(estimator: ZxcvbnFactory, text: string, own: string[]): boolean {
  const { score, sequence } = estimator.check(text, own);
  const rest = sequence.filter((match) => !('dictionaryName' in match && match.dictionaryName === OWN));
  if (rest.length === sequence.length) return false;
  const restText = rest.map(({ token }) => token.replace(BETWEEN_WORDS, '')).join('');
  return Math.min(score, estimator.check(restText, own).score) < PASSWORD_SCORE_MIN;
}

// The estimator's name for the dictionary of words passed with a password.
const OWN = 'userInputs';
// Shorter words occur in any password.
const PERSONAL_WORD_MIN = 3;

const BETWEEN_WORDS = /[\s._,;:!?+&@#/*-]/g;

function personalWords({
  firstName = '',
  lastName = '',
  email = '',
  school,
  product,
}: PasswordOwner): string[] {
  const words = [`${firstName} ${lastName}`, email, school ?? '', product].flatMap((text) => {
    const parts = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    return [parts.join(''), ...parts];
  });
  return [...new Set(words)].filter((word) => word.length >= PERSONAL_WORD_MIN);
}

// Bounds the time of one estimate: 50 characters that can be read as letters have very many readings.
const SUBSTITUTIONS_MAX = 10;

let loading: Promise<ZxcvbnFactory> | undefined;

/** Loads the estimator once. A failed load is retried at the next call. */
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
