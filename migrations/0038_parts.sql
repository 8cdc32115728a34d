CREATE TABLE "newsletter_parts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"newsletter_id" uuid NOT NULL,
	"block" text NOT NULL,
	"label" text NOT NULL,
	"person_id" uuid NOT NULL,
	"due_on" text NOT NULL,
	"given_by" uuid,
	"given_at" timestamp (3) with time zone NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "newsletter_parts_block" UNIQUE("newsletter_id","block")
);
--> statement-breakpoint
ALTER TABLE "newsletter_parts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "newsletter_parts" ADD CONSTRAINT "newsletter_parts_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_parts" ADD CONSTRAINT "newsletter_parts_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_parts" ADD CONSTRAINT "newsletter_parts_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_parts" ADD CONSTRAINT "newsletter_parts_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_parts_school" ON "newsletter_parts" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "newsletter_parts_person" ON "newsletter_parts" USING btree ("person_id","due_on");--> statement-breakpoint
CREATE INDEX "newsletter_parts_given_by" ON "newsletter_parts" USING btree ("given_by");--> statement-breakpoint
CREATE POLICY "newsletter_parts_school" ON "newsletter_parts" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("newsletter_parts"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("newsletter_parts"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "newsletter_parts" TO "app_tenant";