CREATE TABLE "rhythm_issues" (
	"school_id" uuid NOT NULL,
	"day" text NOT NULL,
	"newsletter_id" uuid,
	"made_at" timestamp (3) with time zone,
	"trouble" text,
	CONSTRAINT "rhythm_issues_school_id_day_pk" PRIMARY KEY("school_id","day"),
	CONSTRAINT "rhythm_issues_trouble" CHECK ("rhythm_issues"."trouble" in ('closed', 'plan_ended', 'no_newsletter', 'late'))
);
--> statement-breakpoint
ALTER TABLE "rhythm_issues" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rhythms" (
	"school_id" uuid PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"every" text NOT NULL,
	"first_on" text NOT NULL,
	"time" text NOT NULL,
	"draft_days_before" integer NOT NULL,
	"in_term_only" boolean NOT NULL,
	"newsletter_id" uuid,
	"chosen_at" timestamp (3) with time zone NOT NULL,
	"in_charge_id" uuid,
	"vacant" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rhythms_every" CHECK ("rhythms"."every" in ('weekly', 'fortnightly'))
);
--> statement-breakpoint
ALTER TABLE "rhythms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "term_dates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"first_on" text NOT NULL,
	"last_on" text NOT NULL,
	CONSTRAINT "term_dates_kind" CHECK ("term_dates"."kind" in ('term', 'holiday'))
);
--> statement-breakpoint
ALTER TABLE "term_dates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "rhythm_issues" ADD CONSTRAINT "rhythm_issues_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rhythm_issues" ADD CONSTRAINT "rhythm_issues_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rhythms" ADD CONSTRAINT "rhythms_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rhythms" ADD CONSTRAINT "rhythms_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rhythms" ADD CONSTRAINT "rhythms_in_charge_id_users_id_fk" FOREIGN KEY ("in_charge_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "term_dates" ADD CONSTRAINT "term_dates_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rhythm_issues_newsletter" ON "rhythm_issues" USING btree ("newsletter_id");--> statement-breakpoint
CREATE INDEX "rhythms_newsletter" ON "rhythms" USING btree ("newsletter_id");--> statement-breakpoint
CREATE INDEX "rhythms_in_charge" ON "rhythms" USING btree ("in_charge_id");--> statement-breakpoint
CREATE INDEX "term_dates_school" ON "term_dates" USING btree ("school_id","first_on");--> statement-breakpoint
CREATE POLICY "rhythm_issues_school" ON "rhythm_issues" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("rhythm_issues"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("rhythm_issues"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "rhythms_school" ON "rhythms" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("rhythms"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("rhythms"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "term_dates_school" ON "term_dates" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("term_dates"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("term_dates"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);