-- The search finds words without their accents in what it has of each newsletter, at most fifty thousand characters.
WITH plain AS (
  SELECT listing."newsletter_id", listing."configuration"::regconfig AS "words", edition."title", left(listing."text", 50000) AS "text",
    translate(regexp_replace(normalize(edition."title", NFD), '[\u0300-\u036f]', '', 'g'), 'łŁøØđĐħĦ', 'lLoOdDhH') AS "plain_title",
    translate(regexp_replace(normalize(left(listing."text", 50000), NFD), '[\u0300-\u036f]', '', 'g'), 'łŁøØđĐħĦ', 'lLoOdDhH') AS "plain_text"
  FROM "newsletter_listings" AS listing
  JOIN "editions" AS edition ON edition."newsletter_id" = listing."newsletter_id"
)
UPDATE "newsletter_listings" AS listing
SET "text" = plain."text",
  "search" = setweight(to_tsvector(plain."words", plain."title"), 'A') || to_tsvector(plain."words", plain."text")
    || setweight(to_tsvector(plain."words", plain."plain_title"), 'A') || to_tsvector(plain."words", plain."plain_text")
FROM plain
WHERE plain."newsletter_id" = listing."newsletter_id"
  AND (plain."plain_text" <> normalize(plain."text", NFD) OR plain."plain_title" <> normalize(plain."title", NFD)
    OR length(listing."text") > 50000);
