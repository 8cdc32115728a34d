/**
 * How webhooks are signed, for authors of receivers. The form is that of Standard Webhooks 1.0.0
 * (https://www.standardwebhooks.com), and so is the example.
 */

/** The prefix of secrets. The rest is the key, in base64. */
export const SECRET_PREFIX = 'whsec_';

/** How far a timestamp may be off, either way, before a receiver refuses it, in minutes. */
const TOLERANCE_MINUTES = 5;

/** An example for testing a receiver: its headers follow from secret, id, timestamp and body. */
export const SIGNED_EXAMPLE = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
} as const;

/** The steps to verify a delivery, each in a sentence or two. */
export const VERIFYING = [
  'Join the header webhook-id, a full stop, the header webhook-timestamp, a full stop, and the body byte for byte as it came.',
  `Take the secret without ${SECRET_PREFIX} and decode it from base64: that is the key.`,
  'Make the HMAC-SHA256 of the joined text with the key, and encode it in base64.',
  'Compare it, in constant time, with each signature in the header webhook-signature: they are separated by spaces, and each follows its version, as in v1,… One that is equal is enough. There are several while an old secret signs as well. Leave out versions other than v1.',
  `Refuse a webhook-timestamp (seconds since 1970) that is more than ${TOLERANCE_MINUTES} minutes off, and an id that you have had already.`,
] as const;
