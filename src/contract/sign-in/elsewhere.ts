/** The effect of changing a password, a second factor or a provider on the person's other sessions, for mails and screens. */
export const ELSEWHERE = 'signed out everywhere else';
/** The same as a sentence. */
export const YOU_ARE_ELSEWHERE = `You are ${ELSEWHERE}`;
