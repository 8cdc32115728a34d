import { useMutation, useQueryClient } from '@tanstack/react-query';
import { schoolRoutes } from '#contract/school.ts';
import { DESIGNS, type DesignId } from '#newsletter/designs/index.ts';
import { toast } from '#ui/feedback/toast.ts';
import { schoolQuery } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';

/** Makes a design the school's. Newsletters without their own design follow. */
export function useMakeItOurs() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (design: DesignId) => {
      const school = await client.ensureQueryData(schoolQuery);
      if (school === null) return null;
      return await call(schoolRoutes.updateSchool, { params: { id: school.id }, body: { design } });
    },
    onSuccess: async (reply, design) => {
      if (reply === null) return;
      client.setQueryData(schoolQuery.queryKey, reply.school.data);
      toast.success(`${DESIGNS[design].label} is your school’s design now`);
      await client.invalidateQueries({ queryKey: queryKeys.newsletters.all });
    },
  });
}
