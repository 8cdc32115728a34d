CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"newsletter_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "approvals_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text DEFAULT 'waiting' NOT NULL,
	"version" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"settings" jsonb NOT NULL,
	"code" jsonb NOT NULL,
	"code_version" integer NOT NULL,
	"asked_by" uuid,
	"approver_id" uuid,
	"decided_by" uuid,
	"message" text DEFAULT '' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"about" text,
	"token_hash" text,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"state_id" uuid,
	CONSTRAINT "approvals_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "approvals_status" CHECK ("approvals"."status" in ('waiting', 'approved', 'changes', 'withdrawn', 'replaced'))
);
--> statement-breakpoint
ALTER TABLE "approvals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "approvers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"school_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approvers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "newsletter_states" DROP CONSTRAINT "newsletter_states_reason";--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_approver_id_users_id_fk" FOREIGN KEY ("approver_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_state_id_newsletter_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."newsletter_states"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvers" ADD CONSTRAINT "approvers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvers" ADD CONSTRAINT "approvers_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_newest" ON "approvals" USING btree ("newsletter_id","position" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting" ON "approvals" USING btree ("newsletter_id") WHERE "approvals"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_school" ON "approvals" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "approvals_asked_by" ON "approvals" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "approvals_approver" ON "approvals" USING btree ("approver_id");--> statement-breakpoint
CREATE INDEX "approvals_decided_by" ON "approvals" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "approvals_state" ON "approvals" USING btree ("state_id");--> statement-breakpoint
CREATE INDEX "approvers_school" ON "approvers" USING btree ("school_id");--> statement-breakpoint
ALTER TABLE "newsletter_states" ADD CONSTRAINT "newsletter_states_reason" CHECK ("newsletter_states"."reason" in ('created', 'opened', 'work', 'restored', 'approved', 'published'));--> statement-breakpoint
CREATE POLICY "approvals_school" ON "approvals" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("approvals"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("approvals"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "approvers_school" ON "approvers" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("approvers"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("approvers"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "approvers" TO "app_tenant";--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "approvals" TO "app_tenant";