CREATE TABLE "note_threads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"newsletter_id" uuid NOT NULL,
	"block" text NOT NULL,
	"block_type" text NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "note_threads_block" UNIQUE("newsletter_id","block")
);
--> statement-breakpoint
ALTER TABLE "note_threads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"school_id" uuid NOT NULL,
	"thread_id" uuid NOT NULL,
	"person_id" uuid,
	"text" text NOT NULL,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "note_threads" ADD CONSTRAINT "note_threads_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_threads" ADD CONSTRAINT "note_threads_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_thread_id_note_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."note_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_threads_school" ON "note_threads" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "notes_thread" ON "notes" USING btree ("thread_id","created_at");--> statement-breakpoint
CREATE INDEX "notes_school" ON "notes" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "notes_person" ON "notes" USING btree ("person_id");--> statement-breakpoint
CREATE POLICY "note_threads_school" ON "note_threads" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("note_threads"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("note_threads"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "notes_school" ON "notes" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("notes"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("notes"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "note_threads" TO "app_tenant";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "notes" TO "app_tenant";
