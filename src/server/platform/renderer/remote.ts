import { z } from 'zod';
import { type RendererPort, RenderFailed } from './renderer.ts';

/** An account with a service that speaks the MJML API's protocol (`POST <url>`, basic auth, `{mjml}` → `{html}`). */
export interface RemoteService {
  /** The URL of the render call, such as `https://api.mjml.io/v1/render`. */
  readonly url: string;
  readonly id: string;
  readonly secret: string;
  /** In milliseconds. Default: 10 s. */
  readonly timeout?: number;
}

const RENDER_TIMEOUT = 10_000;
// `errors` lists tags that the service could not parse. Ignoring them would silently lose text.
const replySchema = z.object({ html: z.string().min(1), errors: z.array(z.unknown()).default([]) });

/** Renders with an external service. */
export function createRemoteRenderer(service: RemoteService): RendererPort {
  const authorization = `Basic ${Buffer.from(`${service.id}:${service.secret}`).toString('base64')}`;
  return {
    async render(mjml) {
      try {
        const response = await fetch(service.url, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ mjml }),
          redirect: 'error',
          signal: AbortSignal.timeout(service.timeout ?? RENDER_TIMEOUT),
        });
        if (!response.ok) throw new RenderFailed(`the service answered ${response.status}`);
        const reply = replySchema.parse(await response.json());
        if (reply.errors.length > 0)
          throw new RenderFailed(`the service found ${reply.errors.length} faults`);
        return reply.html;
      } catch (error) {
        if (error instanceof RenderFailed) throw error;
        throw new RenderFailed(error instanceof Error ? error.message : String(error));
      }
    },
  };
}
