/** What a change of a password, a second factor or a provider does to the person's other sessions, in mails and on screens. */
export const ELSEWHERE = 'signed out everywhere else';
/** The same as a sentence. */
export const YOU_ARE_ELSEWHERE = `You are ${ELSEWHERE}`;
