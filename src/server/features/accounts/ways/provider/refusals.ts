import { PROVIDER_MESSAGES } from '#contract/sign-in/providers.ts';
import type { ProviderSettings } from '#server/config-providers.ts';
import type { AppContext } from '#server/context.ts';
import { badRequest, Refusal, unavailable } from '#server/platform/http/errors.ts';
import type { Visit } from './steps.ts';

// Error codes of the client library and of fetch below it.
const AWAY = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];
const NO_SIGN_IN_TIME = ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'OAUTH_INVALID_RESPONSE'];

/** The refusal that a person sees after a failure at a provider. The operator finds the cause in the log. */
export function providerRefusal(
  context: AppContext,
  { id, name }: ProviderSettings,
  intent: Visit['intent'],
  error: unknown,
): Refusal {
  if (error instanceof Refusal) return error;
  const { kind, code, message } = detailsOf(error);
  if (kind === 'AuthorizationResponseError') return badRequest(PROVIDER_MESSAGES.refused(name));
  context.warn({ provider: id, kind, code, cause: message }, 'signing in with a provider failed');
  if (kind === 'TypeError' || AWAY.includes(code)) return unavailable(PROVIDER_MESSAGES.away(name));
  if (kind === 'ResponseBodyError')
    return code === 'invalid_grant'
      ? badRequest(PROVIDER_MESSAGES.over)
      : unavailable(PROVIDER_MESSAGES.misconfigured(name));
  const saysTime = /auth_time/.test(message) || NO_SIGN_IN_TIME.includes(code);
  if (intent === 'confirm' && saysTime) return badRequest(PROVIDER_MESSAGES.notAnew(name));
  return badRequest(PROVIDER_MESSAGES.untrusted(name));
}

function detailsOf(error: unknown): { kind: string; code: string; message: string } {
  if (!(error instanceof Error)) return { kind: '', code: '', message: '' };
  const stated = 'error' in error && typeof error.error === 'string' ? error.error : undefined;
  const code = stated ?? ('code' in error && typeof error.code === 'string' ? error.code : '');
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return { kind: error.name, code, message: `${error.message}${cause}`.slice(0, 300) };
}
