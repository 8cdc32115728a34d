import { sql } from 'drizzle-orm';
import { takeCounted } from '#server/features/accounts/ways/code-tries.ts';
import { proving, type WayOnServer } from '#server/features/accounts/ways/way.ts';
import { LIMITS } from '#server/platform/http/attempts.ts';
import { invalid } from '#server/platform/http/errors.ts';
import { paperCodeWay } from './contract.ts';

/** The codes by person, each valid once. A real way has a table. */
export const PAPER_CODES = new Map<string, string>();

export const paperCodeOnServer: WayOnServer = {
  way: paperCodeWay,
  canConfirm: (_, __, factors) => factors.includes(paperCodeWay.id),
  prove: proving(paperCodeWay.answer, async (context, { person, ip }, code, within) => {
    return await takeCounted(context, { person, ip, limit: LIMITS.codeByPerson }, () =>
      within(async () => {
        if (PAPER_CODES.get(person.id) !== code) throw invalid({ paper_code: 'This is not your code' });
        PAPER_CODES.set(person.id, '');
      }),
    );
  }),
  factor: {
    isHeldBy: (_, personId) => sql`${personId} = any(${sql.param([...PAPER_CODES.keys()])}::uuid[])`,
    forget: async (_, personId) => PAPER_CODES.delete(personId),
  },
};
