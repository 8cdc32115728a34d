CREATE TABLE "event_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"changes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "event_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "school_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"uid" text NOT NULL,
	"aliases" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"date" text NOT NULL,
	"last_day" text,
	"time" text,
	"ends" text,
	"place" text,
	"groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_cancelled" boolean DEFAULT false NOT NULL,
	"source" text NOT NULL,
	"import_uid" text,
	"sequence" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone,
	"withdrawn" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "school_events_source" CHECK ("school_events"."source" in ('newsletter', 'calendar', 'import'))
);
--> statement-breakpoint
ALTER TABLE "school_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "school_pages" ADD COLUMN "shows_diary" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "event_imports" ADD CONSTRAINT "event_imports_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_events" ADD CONSTRAINT "school_events_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_imports_school" ON "event_imports" USING btree ("school_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "school_events_uid" ON "school_events" USING btree ("school_id","uid");--> statement-breakpoint
CREATE INDEX "school_events_date" ON "school_events" USING btree ("school_id","date");--> statement-breakpoint
CREATE POLICY "event_imports_school" ON "event_imports" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("event_imports"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("event_imports"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "school_events_school" ON "school_events" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("school_events"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("school_events"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
-- What published newsletters show becomes records. The same day and title in several of them is one event: the uid of its
-- newest form, the others as aliases. Moments become times of the school's zone; UTC where the database does not know it.
INSERT INTO "school_events" ("school_id", "uid", "aliases", "title", "description", "date", "last_day", "time", "ends", "place", "is_cancelled", "source", "sequence", "changed_at", "published_at", "created_at")
WITH "zones" AS MATERIALIZED (
	SELECT "name" FROM pg_timezone_names
), "entries" AS (
	SELECT e."school_id", e."published_at", entry,
		coalesce(z."name", 'UTC') AS "zone",
		entry->>'start' AS "start", entry->>'end' AS "end", (entry->>'start') ~ '^\d{4}-\d\d-\d\d$' AS "all_day"
	FROM "editions" e
	JOIN "schools" s ON s."id" = e."school_id"
	LEFT JOIN "zones" z ON z."name" = s."time_zone"
	CROSS JOIN LATERAL jsonb_array_elements(e."calendar") AS entry
	WHERE entry->>'removed' IS NULL
), "local" AS (
	SELECT *,
		CASE WHEN "all_day" THEN "start"::timestamp ELSE "start"::timestamptz AT TIME ZONE "zone" END AS "from",
		CASE WHEN "all_day" THEN "end"::timestamp ELSE "end"::timestamptz AT TIME ZONE "zone" END AS "to"
	FROM "entries"
), "parts" AS (
	SELECT "school_id", "published_at", entry,
		to_char("from", 'YYYY-MM-DD') AS "date",
		CASE WHEN "all_day" THEN NULL ELSE to_char("from", 'HH24:MI') END AS "time",
		-- Several days without a time to end at end with their last day.
		CASE WHEN "all_day" THEN to_char("to", 'YYYY-MM-DD')
			WHEN to_char("to", 'HH24:MI') = '00:00' THEN to_char("to" - interval '1 day', 'YYYY-MM-DD')
			ELSE to_char("to", 'YYYY-MM-DD') END AS "last",
		CASE WHEN "all_day" OR to_char("to", 'HH24:MI') = '00:00' THEN NULL ELSE to_char("to", 'HH24:MI') END AS "ends"
	FROM "local"
), "ranked" AS (
	SELECT *, row_number() OVER "same" AS "place", array_agg(entry->>'uid') OVER (PARTITION BY "school_id", "date", lower(btrim(entry->>'title'))) AS "uids"
	FROM "parts"
	WINDOW "same" AS (PARTITION BY "school_id", "date", lower(btrim(entry->>'title')) ORDER BY (entry->>'sequence')::bigint DESC, "published_at" DESC, entry->>'uid')
)
SELECT DISTINCT ON ("school_id", entry->>'uid') "school_id", entry->>'uid',
	coalesce((SELECT jsonb_agg(DISTINCT "other") FROM unnest("uids") AS "other" WHERE "other" <> entry->>'uid'), '[]'::jsonb),
	entry->>'title', coalesce(entry->>'description', ''), "date", CASE WHEN "last" > "date" THEN "last" END, "time", "ends", entry->>'place',
	coalesce((entry->>'cancelled')::boolean, false), 'newsletter', (entry->>'sequence')::bigint,
	coalesce((entry->>'changedAt')::timestamptz, "published_at"), "published_at", "published_at"
FROM "ranked"
WHERE "place" = 1
ORDER BY "school_id", entry->>'uid', (entry->>'sequence')::bigint DESC
ON CONFLICT DO NOTHING;
