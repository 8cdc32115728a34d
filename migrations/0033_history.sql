CREATE TABLE "newsletter_states" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"newsletter_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_states_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"version" integer NOT NULL,
	"reason" text NOT NULL,
	"person_id" uuid,
	"settings" jsonb NOT NULL,
	"blocks" integer[] NOT NULL,
	"code_version" integer NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "newsletter_states_reason" CHECK ("newsletter_states"."reason" in ('created', 'opened', 'work', 'restored', 'published'))
);
--> statement-breakpoint
ALTER TABLE "newsletter_states" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "past_editions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"newsletter_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"person_id" uuid,
	"page" "bytea" NOT NULL,
	"mail" "bytea" NOT NULL,
	"mail_text" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "past_editions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "state_blocks" (
	"school_id" uuid NOT NULL,
	"newsletter_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "state_blocks_newsletter_id_number_pk" PRIMARY KEY("newsletter_id","number"),
	CONSTRAINT "state_blocks_hash" UNIQUE("newsletter_id","hash")
);
--> statement-breakpoint
ALTER TABLE "state_blocks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "newsletter_states" ADD CONSTRAINT "newsletter_states_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_states" ADD CONSTRAINT "newsletter_states_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_states" ADD CONSTRAINT "newsletter_states_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_editions" ADD CONSTRAINT "past_editions_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_editions" ADD CONSTRAINT "past_editions_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "past_editions" ADD CONSTRAINT "past_editions_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_blocks" ADD CONSTRAINT "state_blocks_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_blocks" ADD CONSTRAINT "state_blocks_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_states_newest" ON "newsletter_states" USING btree ("newsletter_id","position" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "newsletter_states_school" ON "newsletter_states" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "newsletter_states_person" ON "newsletter_states" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "past_editions_newest" ON "past_editions" USING btree ("newsletter_id","published_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "past_editions_school" ON "past_editions" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "past_editions_person" ON "past_editions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "state_blocks_school" ON "state_blocks" USING btree ("school_id");--> statement-breakpoint
CREATE POLICY "newsletter_states_school" ON "newsletter_states" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("newsletter_states"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("newsletter_states"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "past_editions_school" ON "past_editions" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("past_editions"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("past_editions"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "state_blocks_school" ON "state_blocks" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("state_blocks"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("state_blocks"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "newsletter_states" TO "app_tenant";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "state_blocks" TO "app_tenant";--> statement-breakpoint
GRANT SELECT, INSERT ON "past_editions" TO "app_tenant";
