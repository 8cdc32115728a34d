CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"newsletter_id" uuid NOT NULL,
	"created_by" uuid,
	"status" text NOT NULL,
	"subject" text NOT NULL,
	"preview_text" text NOT NULL,
	"reply_to" text NOT NULL,
	"from_name" text NOT NULL,
	"send_at" timestamp (3) with time zone,
	"mail_html" text,
	"mail_text" text,
	"trouble" text,
	"held_until" timestamp (3) with time zone,
	"outages" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_status_known" CHECK ("deliveries"."status" in ('scheduled', 'sending', 'paused', 'done', 'canceled'))
);
--> statement-breakpoint
ALTER TABLE "deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "delivery_recipients" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_recipients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" uuid NOT NULL,
	"school_id" uuid NOT NULL,
	"newsletter_id" uuid NOT NULL,
	"subscriber_id" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"first_tried_at" timestamp (3) with time zone,
	"claimed_by" uuid,
	"claimed_until" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"reason" text,
	"detail" text,
	CONSTRAINT "delivery_recipients_state_known" CHECK ("delivery_recipients"."state" in ('waiting', 'sending', 'sent', 'failed', 'skipped')),
	CONSTRAINT "delivery_recipients_reason_known" CHECK ("delivery_recipients"."reason" in ('refused', 'rejected', 'gave_up', 'left', 'deleted', 'canceled'))
);
--> statement-breakpoint
ALTER TABLE "delivery_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_budget" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"mails" double precision NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_budget_one" CHECK ("mail_budget"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "mail_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_recipients" ADD CONSTRAINT "delivery_recipients_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_recipients" ADD CONSTRAINT "delivery_recipients_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_recipients" ADD CONSTRAINT "delivery_recipients_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_under_way" ON "deliveries" USING btree ("newsletter_id") WHERE "deliveries"."status" in ('scheduled', 'sending', 'paused');--> statement-breakpoint
CREATE INDEX "deliveries_newsletter" ON "deliveries" USING btree ("newsletter_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "deliveries_status" ON "deliveries" USING btree ("status");--> statement-breakpoint
CREATE INDEX "deliveries_school" ON "deliveries" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "deliveries_created_by" ON "deliveries" USING btree ("created_by");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_recipients_once" ON "delivery_recipients" USING btree ("newsletter_id","subscriber_id") WHERE "delivery_recipients"."state" in ('waiting', 'sending', 'sent');--> statement-breakpoint
CREATE INDEX "delivery_recipients_due" ON "delivery_recipients" USING btree ("delivery_id","due_at","id") WHERE "delivery_recipients"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "delivery_recipients_state" ON "delivery_recipients" USING btree ("delivery_id","state");--> statement-breakpoint
CREATE INDEX "delivery_recipients_subscriber" ON "delivery_recipients" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "delivery_recipients_school" ON "delivery_recipients" USING btree ("school_id");--> statement-breakpoint
CREATE POLICY "deliveries_school" ON "deliveries" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("deliveries"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("deliveries"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "delivery_recipients_school" ON "delivery_recipients" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("delivery_recipients"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("delivery_recipients"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);