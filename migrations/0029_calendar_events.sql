CREATE TABLE "calendar_events" (
	"school_id" uuid NOT NULL,
	"uid" text NOT NULL,
	"fingerprint" text NOT NULL,
	"sequence" bigint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"withdrawn" boolean DEFAULT false NOT NULL,
	CONSTRAINT "calendar_events_school_id_uid_pk" PRIMARY KEY("school_id","uid")
);
--> statement-breakpoint
ALTER TABLE "calendar_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "last_calendar" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "calendar_events_school" ON "calendar_events" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("calendar_events"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("calendar_events"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "calendar_events" TO "app_tenant";--> statement-breakpoint
-- What is published now keeps its sequences. The fingerprint is that of `fingerprintOf` in calendar-entries.ts.
INSERT INTO "calendar_events" ("school_id", "uid", "fingerprint", "sequence", "changed_at")
SELECT DISTINCT ON ("editions"."school_id", "entry"->>'uid')
	"editions"."school_id",
	"entry"->>'uid',
	encode(sha256(convert_to(concat_ws(chr(31),
		"entry"->>'start', coalesce("entry"->>'end', ''), "entry"->>'title', "entry"->>'description',
		coalesce("entry"->>'place', ''), coalesce("entry"->>'cancelled', 'false')), 'UTF8')), 'hex'),
	("entry"->>'sequence')::bigint,
	coalesce(("entry"->>'changedAt')::timestamptz, "editions"."published_at")
FROM "editions", jsonb_array_elements("editions"."calendar") AS "entry"
ORDER BY "editions"."school_id", "entry"->>'uid', ("entry"->>'sequence')::bigint DESC;
