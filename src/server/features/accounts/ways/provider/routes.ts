import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROVIDER_MESSAGES, type ProviderOutcome, providerRoutes } from '#contract/sign-in/providers.ts';
import type { ProviderSettings } from '#server/config-providers.ts';
import type { AppContext } from '#server/context.ts';
import { originOf, presentBegunSession } from '#server/features/accounts/present.ts';
import { loadPerson } from '#server/features/accounts/service.ts';
import { connectByPassword } from '#server/features/accounts/sign-in.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import { type Caller, type Handler, handle } from '#server/platform/http/handle.ts';
import { endSessionsAtProvider } from './back-channel.ts';
import { browserOf, keepBrowser } from './browser-cookie.ts';
import { ProviderClients } from './clients.ts';
import { type Entered, letIn, registerBy } from './entering.ts';
import { confirmOwn, connectOwn, disconnectOwn, listOwnProviders } from './own-providers.ts';
import { readRule, setRule } from './rule.ts';
import { findStep, type ProviderStep } from './steps.ts';
import { comeBack, type Purpose, requireProvider, visit } from './visits.ts';

/** Signing in with OpenID Connect providers. */
export function providers(context: AppContext): readonly Handler[] {
  const clients = new ProviderClients(context);
  return [
    ...visitHandlers(context, clients),
    ...stepHandlers(context, clients),
    ...ownHandlers(context, clients),
    handle(providerRoutes.endProviderSessions, async ({ params, request }) => {
      await endSessionsAtProvider(context, clients, requireProvider(clients, params.provider), request.body);
    }),
    handle(providerRoutes.readProviderRule, async ({ caller, params }) => ({
      rule: await readRule(context, caller, params.id),
    })),
    handle(providerRoutes.setProviderRule, async ({ caller, params, body }) => ({
      rule: await setRule(context, caller, params.id, body.rule),
    })),
  ];
}

function visitHandlers(context: AppContext, clients: ProviderClients): readonly Handler[] {
  const begin = async (
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    id: string,
    purpose: Purpose,
  ) => {
    const provider = requireProvider(clients, id);
    const { browser, cookie } = keepBrowser(context.config, request.headers.cookie);
    const address = await visit(context, clients, provider, purpose, { ip: request.ip, browser });
    reply.header('set-cookie', cookie);
    return { address };
  };
  const beginAs = ({ sessionId }: Caller, intent: Purpose['intent']): Purpose => ({ intent, sessionId });
  return [
    handle(providerRoutes.beginProvider, async ({ params, body, ...call }) =>
      begin(call, params.provider, {
        intent: 'sign_in',
        remember: body.remember_me,
        inviteToken: body.invite_token,
      }),
    ),
    handle(providerRoutes.connectProvider, async ({ caller, params, ...call }) =>
      begin(call, params.provider, beginAs(caller, 'connect')),
    ),
    handle(providerRoutes.confirmByProvider, async ({ caller, params, ...call }) =>
      begin(call, params.provider, beginAs(caller, 'confirm')),
    ),
    handle(providerRoutes.finishProvider, async ({ params, body, request }) => {
      const provider = requireProvider(clients, params.provider);
      const browser = browserOf(request.headers.cookie);
      const back = await comeBack(context, clients, provider, body, browser);
      return await outcomeOf(context, provider, back, fromOf(request));
    }),
  ];
}

async function outcomeOf(
  context: AppContext,
  provider: ProviderSettings,
  { visit, identity: proven }: Awaited<ReturnType<typeof comeBack>>,
  from: ReturnType<typeof fromOf>,
): Promise<ProviderOutcome> {
  if (visit.intent === 'connect') {
    await connectOwn(context, provider, visit, proven);
    return { outcome: 'connected' };
  }
  if (visit.intent === 'confirm') {
    await confirmOwn(context, provider, visit, proven);
    return { outcome: 'confirmed' };
  }
  const arrived = await letIn({ context, provider, visit, proven, from });
  return arrived.outcome === 'signed_in' ? present(arrived) : arrived;
}

function fromOf(request: FastifyRequest) {
  const { device, ip } = originOf(request);
  return { device, ip };
}

const present = ({ person, token, remember }: Entered) => ({
  outcome: 'signed_in' as const,
  remember,
  session: presentBegunSession(token, person),
});

function stepHandlers(context: AppContext, clients: ProviderClients): readonly Handler[] {
  const requireStep = async (token: string, { headers }: FastifyRequest): Promise<ProviderStep> => {
    const browser = browserOf(headers.cookie);
    const step = browser === null ? undefined : await findStep(context, token, browser);
    if (step === undefined) throw badRequest(PROVIDER_MESSAGES.over);
    return step;
  };
  return [
    handle(providerRoutes.connectByPassword, async ({ body, request }) => {
      const step = await requireStep(body.step, request);
      const { person, token } = await connectByPassword(context, step, body.password, originOf(request));
      return present({ person, token, remember: step.remember });
    }),
    handle(providerRoutes.registerByProvider, async ({ body, request }) => {
      const step = await requireStep(body.step, request);
      const provider = requireProvider(clients, step.provider);
      return present(await registerBy(context, provider, step, fromOf(request)));
    }),
  ];
}

function ownHandlers(context: AppContext, clients: ProviderClients): readonly Handler[] {
  return [
    handle(providerRoutes.listProviders, async ({ caller }) => ({
      providers: [...(await listOwnProviders(context, caller.personId))],
      has_password: (await loadPerson(context, caller)).passwordHash !== null,
    })),
    handle(providerRoutes.disconnectProvider, async ({ caller, params }) => {
      await disconnectOwn(context, caller, requireProvider(clients, params.provider));
    }),
    handle(providerRoutes.logOutAtProvider, async ({ caller, params }) => {
      const provider = requireProvider(clients, params.provider);
      if (!provider.logsOutThere) return { address: null };
      const own = await listOwnProviders(context, caller.personId);
      const email = own.find(({ id }) => id === provider.id)?.connected?.email ?? '';
      return { address: await clients.logOutAddress(provider, email) };
    }),
  ];
}
