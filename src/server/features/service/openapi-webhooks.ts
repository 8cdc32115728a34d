import { type PayloadType, payloadOf } from '#contract/api/payloads.ts';
import { SIGNED_EXAMPLE, VERIFYING } from '#contract/api/signature.ts';
import { RETRY_WAITS_MS } from '#contract/api/webhooks.ts';
import { type Json, json, jsonSchema } from './json-schema.ts';

const { secret, id, timestamp, body, signature } = SIGNED_EXAMPLE;
const STEPS = VERIFYING.map((step, index) => `${index + 1}. ${step}`).join('\n');
const DESCRIPTION = `Answer with 2xx within ten seconds. Anything else is tried ${RETRY_WAITS_MS.length + 1} times in about three days; redirects are not followed.

Signed as Standard Webhooks 1.0.0 (https://www.standardwebhooks.com) has it, whose libraries verify it. By hand:

${STEPS}

An example: the secret ${secret}, the headers webhook-id: ${id} and webhook-timestamp: ${timestamp}, and the body ${body} make webhook-signature: ${signature}`;

/** A webhook's call to its receiver with one type of payload, as OpenAPI describes it. */
export function webhookOperation(type: PayloadType): Json {
  return {
    operationId: `told_${type.replace('.', '_')}`,
    summary: `A webhook is told: ${type}`,
    description: DESCRIPTION,
    security: [],
    parameters: [
      header('webhook-id', 'Of what happened: the same at each try, and the id in the body.', id),
      header('webhook-timestamp', 'Of this try, in seconds since 1970. It is signed as well.', timestamp),
      header(
        'webhook-signature',
        'One or more signatures, separated by spaces: each v1, a comma, and the HMAC-SHA256 of id, timestamp and body, joined by full stops, in base64.',
        signature,
      ),
    ],
    requestBody: { required: true, content: json(jsonSchema(payloadOf(type), 'output')) },
    responses: { '2XX': { description: 'Taken' }, 410: { description: 'Gone: the webhook is switched off' } },
  };
}

function header(name: string, description: string, example: string): Json {
  return { name, in: 'header', required: true, description, example, schema: { type: 'string' } };
}
