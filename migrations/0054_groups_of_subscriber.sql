ALTER TABLE "subscribers" ADD COLUMN "group_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower("first_name" || ' ' || "last_name" || ' ' || "email")) STORED NOT NULL;--> statement-breakpoint
UPDATE "subscribers" s SET "group_ids" = m."ids" FROM (
  SELECT "subscriber_id", array_agg("group_id" ORDER BY "group_id") AS "ids" FROM "subscriber_group_members" GROUP BY "subscriber_id"
) m WHERE m."subscriber_id" = s."id";--> statement-breakpoint
-- Each adds to, or takes from, what the row has when its turn comes: so groups that two transactions change at once are both right.
-- Rows are locked in the order of their ids, as two of these statements may be about the same ones.
CREATE FUNCTION "subscriber_groups_joined"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "subscribers" WHERE "id" IN (SELECT "subscriber_id" FROM "joined") ORDER BY "id" FOR NO KEY UPDATE;
  UPDATE "subscribers" s SET "group_ids" = ARRAY(SELECT DISTINCT unnest(s."group_ids" || j."ids") ORDER BY 1)
    FROM (SELECT "subscriber_id", array_agg("group_id") AS "ids" FROM "joined" GROUP BY "subscriber_id") j
    WHERE s."id" = j."subscriber_id";
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "subscriber_groups_left"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "subscribers" WHERE "id" IN (SELECT "subscriber_id" FROM "left_groups") ORDER BY "id" FOR NO KEY UPDATE;
  UPDATE "subscribers" s SET "group_ids" = ARRAY(SELECT unnest(s."group_ids") EXCEPT SELECT unnest(l."ids") ORDER BY 1)
    FROM (SELECT "subscriber_id", array_agg("group_id") AS "ids" FROM "left_groups" GROUP BY "subscriber_id") l
    WHERE s."id" = l."subscriber_id";
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "subscriber_groups_joined" AFTER INSERT ON "subscriber_group_members"
  REFERENCING NEW TABLE AS "joined" FOR EACH STATEMENT EXECUTE FUNCTION "subscriber_groups_joined"();--> statement-breakpoint
CREATE TRIGGER "subscriber_groups_left" AFTER DELETE ON "subscriber_group_members"
  REFERENCING OLD TABLE AS "left_groups" FOR EACH STATEMENT EXECUTE FUNCTION "subscriber_groups_left"();
