CREATE TABLE "timings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"newsletter_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'planned' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"settings" jsonb NOT NULL,
	"code" jsonb NOT NULL,
	"code_version" integer NOT NULL,
	"mail" jsonb,
	"trouble" text,
	"planned_by" uuid,
	"planned_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "timings_kind" CHECK ("timings"."kind" in ('publish', 'unpublish')),
	CONSTRAINT "timings_status" CHECK ("timings"."status" in ('planned', 'held', 'done', 'canceled'))
);
--> statement-breakpoint
ALTER TABLE "timings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "timings" ADD CONSTRAINT "timings_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timings" ADD CONSTRAINT "timings_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timings" ADD CONSTRAINT "timings_planned_by_users_id_fk" FOREIGN KEY ("planned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "timings_open" ON "timings" USING btree ("newsletter_id","kind") WHERE "timings"."status" in ('planned', 'held');--> statement-breakpoint
CREATE INDEX "timings_newsletter" ON "timings" USING btree ("newsletter_id");--> statement-breakpoint
CREATE INDEX "timings_due" ON "timings" USING btree ("at") WHERE "timings"."status" = 'planned';--> statement-breakpoint
CREATE INDEX "timings_school" ON "timings" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "timings_planned_by" ON "timings" USING btree ("planned_by");--> statement-breakpoint
CREATE POLICY "timings_school" ON "timings" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("timings"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("timings"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);