/** The most common mail providers of families. */
const PROVIDERS = [
  ...['gmail.com', 'googlemail.com', 'hotmail.com', 'hotmail.co.uk', 'outlook.com', 'live.com', 'live.co.uk'],
  ...['msn.com', 'yahoo.com', 'yahoo.co.uk', 'ymail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com'],
  ...['btinternet.com', 'sky.com', 'talktalk.net', 'virginmedia.com', 'ntlworld.com', 'protonmail.com'],
] as const;

/** Real providers that differ from another one by one letter. */
const OTHERS: ReadonlySet<string> = new Set(['mail.com', 'email.com']);

/** In a shorter name, one different letter makes a real name: only the ending is checked. */
const JUDGED_MIN = 5;

/** The address that was probably meant if the provider's name has one wrong letter, as in 'gmial.com'; null otherwise. */
export function suggestedAddress(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || PROVIDERS.some((each) => each === domain) || OTHERS.has(domain)) return null;
  const suggested = PROVIDERS.find((each) => isOneAway(domain, each) && isJudged(domain, each));
  return suggested === undefined ? null : `${email.slice(0, at)}@${suggested}`;
}

function isJudged(domain: string, provider: string): boolean {
  const [name = ''] = provider.split('.', 1);
  return name.length >= JUDGED_MIN || domain.startsWith(`${name}.`);
}

/** Whether one letter is missing, added or different, or two neighbouring ones are swapped. */
function isOneAway(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [left, right] = [one.slice(same), other.slice(same)];
  return (
    left.slice(1) === right.slice(1) ||
    left === right.slice(1) ||
    left.slice(1) === right ||
    (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0])
  );
}
