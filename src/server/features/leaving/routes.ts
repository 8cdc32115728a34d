import { leavingRoutes } from '#contract/leaving.ts';
import type { SchoolResource } from '#contract/school.ts';
import { recordAudit } from '../../audit.ts';
import type { House } from '../../house.ts';
import { notFound } from '../../http/errors.ts';
import { type Handler, handle } from '../../http/handle.ts';
import { archiveName, archiveOf } from './archive.ts';
import { closeSchool, defineClosingMail, type Others, reopenSchool } from './closing.ts';
import { defineErasure } from './erasure.ts';
import { findSchool, type School } from './repo.ts';

interface Needed extends Others {
  /** A school as the contract shows it. */
  presentSchool(house: House, school: School): SchoolResource;
}

/** Taking everything along, closing the school, taking it back; what is closed is deleted in time. */
export function leaving(house: House, others: Needed): readonly Handler[] {
  defineClosingMail(house);
  defineErasure(house);
  const answer = (school: School) => ({ school: { data: others.presentSchool(house, school) } });
  return [
    handle(leavingRoutes.exportSchool, async ({ caller, params, reply }) => {
      const school = params.id === caller.schoolId ? await findSchool(house, params.id) : undefined;
      if (school === undefined) throw notFound('School');
      await recordAudit(house, caller, 'school_exported', 'everything');
      reply.header('content-disposition', `attachment; filename="${archiveName(house, school)}"`);
      return archiveOf(house, school);
    }),
    handle(leavingRoutes.closeSchool, async ({ caller, params, body }) =>
      answer(await closeSchool(house, others, caller, params.id, body.name)),
    ),
    handle(leavingRoutes.reopenSchool, async ({ caller, params, body }) =>
      answer(await reopenSchool(house, others, caller, params.id, body.name)),
    ),
  ];
}
