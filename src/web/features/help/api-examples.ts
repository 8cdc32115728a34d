/** The examples of the guide to the API. */

/** `url`: the public address. */
export const firstCall = (url: string) => `TOKEN=ink_…
URL=${url}/api/v1

curl -s "$URL/schools/my" -H "Authorization: Bearer $TOKEN"`;

export const PUBLISHING = `curl -s "$URL/news_letters" -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d '{
  "news_letter": { "title": "Snow day", "layout_type": "one_column",
    "code": [{ "name": "a", "type": "heading",
               "value": { "text": "The school is closed today" } }] } }'

curl -s -X PUT "$URL/news_letters/publish/THE_ID" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d '{}'`;

export const PAYLOAD = `{ "id": "0d0c…", "type": "subscriber.left", "version": "1",
  "timestamp": "2027-01-31T09:30:00.000Z",
  "data": { "subscriber": { "id": "8a1f…", "email": "ada@families.example" },
            "how": "unsubscribed" } }`;

export const VERIFY = `import { Webhook } from 'standardwebhooks';

// Throws if it is forged or old.
const payload = new Webhook(process.env.WEBHOOK_SECRET)
  .verify(rawBody, request.headers);`;
