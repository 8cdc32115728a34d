import { Button, NativeSelect, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { PROVIDER_MESSAGES, providerRoutes, providerRuleForm } from '#contract/sign-in/providers.ts';
import { listWithOr } from '#newsletter/values/lists.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useSchool } from '#web/api/account.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { useSession } from '#web/session/session.ts';
import { providerName, signInProviders } from '#web/words/sign-in-providers.ts';
import classes from './provider-rule.module.css';

type Rule = z.output<typeof providerRuleForm>;

const ruleQuery = (schoolId: string) =>
  queryOptions({
    queryKey: ['provider-rule', schoolId],
    queryFn: async ({ signal }) =>
      (await call(providerRoutes.readProviderRule, { params: { id: schoolId }, signal })).rule,
  });

/** The school's rule that staff sign in with a provider. Renders nothing if the operator has set up none. */
export function ProviderRule() {
  const school = useSchool();
  return school == null || signInProviders().length === 0 ? null : <RuleOf schoolId={school.id} />;
}

function RuleOf({ schoolId }: { schoolId: string }) {
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { data: rule } = useQuery(ruleQuery(schoolId));
  const save = useMutation({
    mutationFn: ({ next, handles }: { next: Rule | null; handles?: (error: ApiError) => boolean }) =>
      call(providerRoutes.setProviderRule, {
        params: { id: schoolId },
        body: { rule: next },
        ...(handles && { handles }),
      }),
    onSuccess: ({ rule: saved }) => {
      queryClient.setQueryData(ruleQuery(schoolId).queryKey, saved);
      toast.success(PROVIDER_MESSAGES.ruleSaved);
      setIsOpen(false);
    },
  });
  if (rule === undefined) return null;
  return (
    <section className={classes.rule} aria-labelledby="provider-rule">
      <div className={classes.row}>
        <div>
          <h2 id="provider-rule" className={classes.title}>
            {rule === null ? 'Sign in without passwords' : `Sign in with ${providerName(rule.provider)} only`}
          </h2>
          <p className={classes.text}>
            {rule === null
              ? `Let staff sign in with ${listWithOr(signInProviders().map(({ name }) => name))} only.`
              : `For staff with addresses that end with @${rule.domain}. Your own password stays, as the way back.`}
          </p>
        </div>
        {!isOpen &&
          (rule === null ? (
            <Button variant="default" size="sm" onClick={() => setIsOpen(true)}>
              Set up
            </Button>
          ) : (
            <BusyButton
              type="button"
              variant="default"
              size="sm"
              busy={save.isPending}
              busyLabel="Saving…"
              onClick={() => save.mutate({ next: null })}
            >
              Allow passwords again
            </BusyButton>
          ))}
      </div>
      {isOpen && <RuleForm busy={save.isPending} save={save.mutate} onCancel={() => setIsOpen(false)} />}
    </section>
  );
}

interface RuleFormProps {
  readonly busy: boolean;
  readonly save: (asked: { next: Rule; handles: (error: ApiError) => boolean }) => void;
  readonly onCancel: () => void;
}

function RuleForm({ busy, save, onCancel }: RuleFormProps) {
  const providers = signInProviders();
  const address = useSession()?.user.attributes.email ?? '';
  const initial = { provider: providers[0]?.id ?? '', domain: address.slice(address.lastIndexOf('@') + 1) };
  const { form, props } = useSchemaForm(providerRuleForm, initial, (next) =>
    save({
      next,
      handles: showFieldErrors(form, { 'rule.provider': 'provider', 'rule.domain': 'domain' }),
    }),
  );
  return (
    <form {...props} className={classes.form}>
      <NativeSelect
        label="With"
        data={providers.map(({ id, name }) => ({ value: id, label: name }))}
        key={form.key('provider')}
        {...form.getInputProps('provider')}
      />
      <TextInput
        {...required}
        label="Addresses that end with @"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        autoFocus
        key={form.key('domain')}
        {...form.getInputProps('domain')}
      />
      <p className={classes.text}>
        At the next log-in these colleagues’ passwords let them in no more. Whoever has not signed in that way
        yet is asked for the password once. You keep yours.
      </p>
      <div className={classes.answers}>
        <BusyButton size="sm" busy={busy} busyLabel="Saving…">
          Require it
        </BusyButton>
        <Button variant="default" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
