import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TOKEN_SCOPES } from '#contract/api/scopes.ts';
import { type ApiToken, tokenRoutes } from '#contract/api/tokens.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { call } from '#web/api/client.ts';
import settings from '#web/features/settings/settings.module.css';
import { useHasUnsaved } from '#web/forms/use-unsaved-values.tsx';
import { formatDate, formatDateTime } from '#web/words/dates.ts';
import classes from './api.module.css';
import { handlesRemoved } from './handles-removed.ts';
import { tokensQuery } from './queries.ts';
import { ShownOnce } from './shown-once.tsx';
import { NEW_TOKEN, TokenForm } from './token-form.tsx';

const LEAVING = {
  title: 'Leave without the token?',
  message: 'It is not shown again. A program that needs one needs another then.',
};

/** The school's API tokens. */
export function TokenSection() {
  const tokens = useQuery(tokensQuery);
  const client = useQueryClient();
  const [isNew, setIsNew] = useState(useHasUnsaved(NEW_TOKEN));
  const [made, setMade] = useState<string | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: tokensQuery.queryKey });
  const onMade = (token: string) => {
    setIsNew(false);
    setMade(token);
    void refresh();
  };
  return (
    <section className={settings.section}>
      <div className={settings.sectionHead}>
        <h2 className={settings.sectionTitle}>API tokens</h2>
        {!isNew && made === null && (
          <Button variant="default" size="sm" onClick={() => setIsNew(true)}>
            New token
          </Button>
        )}
      </div>
      {isNew && <TokenForm onMade={onMade} onCancel={() => setIsNew(false)} />}
      {made !== null && (
        <ShownOnce
          title="Keep this token"
          text="It is not shown again. Put it where your program finds it, and nowhere else."
          leaving={LEAVING}
          value={made}
          onKept={() => setMade(null)}
        />
      )}
      {tokens.isPending && (
        <Loading label="Loading the API tokens">
          <Skeleton height={84} radius="lg" />
        </Loading>
      )}
      {tokens.isError && !tokens.data && (
        <ErrorState
          title="We could not load the API tokens"
          error={tokens.error}
          onRetry={() => void tokens.refetch()}
        />
      )}
      {tokens.data?.length === 0 && !isNew && made === null && (
        <p className={classes.none}>
          None yet. With a token, a program writes, publishes or reads what you allow it.
        </p>
      )}
      {tokens.data && tokens.data.length > 0 && (
        <ul className={settings.sessions}>
          {tokens.data.map((token) => (
            <Token key={token.id} token={token} onRemoved={() => void refresh()} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Token({
  token: {
    id,
    attributes: { name, hint, scopes, ends_at, last_used_at, use_count, is_ended },
  },
  onRemoved,
}: {
  token: ApiToken;
  onRemoved: () => void;
}) {
  const remove = useMutation({
    mutationFn: () =>
      call(tokenRoutes.removeToken, {
        params: { id },
        handles: handlesRemoved(`‘${name}’`, tokensQuery.queryKey),
      }),
    onSuccess: () => {
      toast.success(`${name} is removed`);
      onRemoved();
    },
  });
  const ask = async () => {
    const question = {
      title: `Remove ‘${name}’?`,
      message: 'Programs that use it can do nothing any more, from now on. This cannot be undone.',
      confirmLabel: 'Remove token',
      destructive: true,
    };
    if (is_ended || (await confirm(question))) remove.mutate();
  };
  const used =
    last_used_at === null
      ? 'Never used'
      : `Last used ${formatDateTime(last_used_at)}, ${use_count.toLocaleString('en-GB')} ${use_count === 1 ? 'call' : 'calls'}`;
  return (
    <li className={settings.session}>
      <div className={classes.words}>
        <p className={settings.device}>
          {name} <code className={classes.hint}>…{hint}</code>
        </p>
        <p className={settings.text}>
          {is_ended ? 'Ended' : `Ends ${formatDate(ends_at)}`}. {used}
        </p>
        <p className={settings.text}>{scopes.map((scope) => TOKEN_SCOPES[scope]).join('. ')}</p>
      </div>
      <Button
        variant="default"
        size="sm"
        className={classes.button ?? ''}
        aria-label={`Remove ${name}`}
        onClick={() => void ask()}
      >
        Remove
      </Button>
    </li>
  );
}
