import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { pathOf } from '#contract/route.ts';
import type { SchoolResource } from '#contract/school.ts';
import {
  EXPORT_ADDRESS_SECONDS,
  SCHOOL_CLOSURE_MESSAGES,
  schoolClosureRoutes,
} from '#contract/school-closure.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { findSchool, type School } from '#server/data/schools.ts';
import {
  type ClosingNeeds,
  closeSchool,
  reopenSchool,
} from '#server/features/school-closure/close/closing.ts';
import { defineClosingMails } from '#server/features/school-closure/close/email-jobs.ts';
import { defineErasure, type ListInvitedAddresses } from '#server/features/school-closure/erasure/erasure.ts';
import { archiveName, archiveOf, type Invoices } from '#server/features/school-closure/export/archive.ts';
import { createDownload, spendDownload } from '#server/features/school-closure/export/downloads.ts';
import { badRequest, conflict, notFound } from '#server/platform/http/errors.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';

interface Needed extends ClosingNeeds {
  /** A school as the contract shows it. */
  presentSchool(context: AppContext, school: School): Promise<SchoolResource>;
  /** The invoices, for the archive. */
  readonly invoices: Invoices;
  readonly listInvitedAddresses: ListInvitedAddresses;
}

/** Exporting, closing and reopening a school; closed schools are erased 30 days later. */
export function schoolClosureHandlers(context: AppContext, others: Needed): readonly Handler[] {
  defineClosingMails(context);
  defineErasure(context, others.listInvitedAddresses);
  const answer = async (school: School) => ({
    school: { data: await others.presentSchool(context, school) },
  });
  return [
    handle(schoolClosureRoutes.exportSchool, async ({ caller, params, reply }) => {
      if (params.id !== caller.schoolId) throw notFound('School');
      return await sendArchive(context, others.invoices, caller, reply);
    }),
    handle(schoolClosureRoutes.exportAddress, async ({ caller, params }) => {
      if (params.id !== caller.schoolId) throw notFound('School');
      const expires = new Date(context.clock.now().getTime() + EXPORT_ADDRESS_SECONDS * 1000);
      const token = await createDownload(context, caller.personId, EXPORT_ADDRESS_SECONDS * 1000);
      return {
        url: context.config.publicUrl + pathOf(schoolClosureRoutes.downloadExport, { token }),
        expires_at: expires.toISOString(),
      };
    }),
    handle(schoolClosureRoutes.downloadExport, async ({ params, reply }) => {
      const owner = await spendDownload(context, params.token);
      if (owner === null) throw badRequest(ERROR_MESSAGES.deadLink);
      return await sendArchive(context, others.invoices, owner, reply);
    }),
    handle(schoolClosureRoutes.closeSchool, async ({ caller, params, body }) =>
      answer(await closeSchool(context, others, caller, params.id, body.name)),
    ),
    handle(schoolClosureRoutes.reopenSchool, async ({ caller, params, body }) =>
      answer(await reopenSchool(context, others, caller, params.id, body.name)),
    ),
  ];
}

async function sendArchive(
  context: AppContext,
  invoices: Invoices,
  owner: { readonly personId: string; readonly schoolId: string },
  reply: FastifyReply,
): Promise<Readable> {
  const school = await findSchool(context.database, owner.schoolId);
  if (school === undefined) throw notFound('School');
  // An incomplete archive would be taken for a complete one.
  if (school.erasureBeganAt !== null) throw conflict(SCHOOL_CLOSURE_MESSAGES.beingDeleted);
  await recordAudit(context, owner, 'school_exported', 'everything');
  reply.header('content-disposition', `attachment; filename="${archiveName(context, school)}"`);
  return await archiveOf(context, invoices, school);
}
