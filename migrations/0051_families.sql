CREATE TABLE "address_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"before" text NOT NULL,
	"email" text NOT NULL,
	"confirm_hash" text,
	"undo_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "address_changes_confirm_hash_unique" UNIQUE("confirm_hash"),
	CONSTRAINT "address_changes_undo_hash_unique" UNIQUE("undo_hash")
);
--> statement-breakpoint
ALTER TABLE "address_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "family_settings" (
	"school_id" uuid PRIMARY KEY NOT NULL,
	"approval" boolean DEFAULT false NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"digest_weekday" integer,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "family_settings_weekday" CHECK ("family_settings"."digest_weekday" between 1 and 7)
);
--> statement-breakpoint
ALTER TABLE "family_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"email" text NOT NULL,
	"group_ids" uuid[] NOT NULL,
	"language" text,
	"state" text DEFAULT 'asked' NOT NULL,
	"token_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"subscriber_id" uuid,
	CONSTRAINT "sign_ups_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sign_ups_state" CHECK ("sign_ups"."state" in ('asked', 'waiting', 'done')),
	CONSTRAINT "sign_ups_email_normalised" CHECK ("sign_ups"."email" = lower("sign_ups"."email"))
);
--> statement-breakpoint
ALTER TABLE "sign_ups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "newsletter_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "digest_month" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "digest" jsonb;--> statement-breakpoint
ALTER TABLE "school_pages" ADD COLUMN "takes_sign_ups" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriber_groups" ADD COLUMN "is_offered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "own_groups_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "monthly_digest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "left_group_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "signed_up_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_settings" ADD CONSTRAINT "family_settings_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_changes_subscriber" ON "address_changes" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "address_changes_school" ON "address_changes" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "address_changes_expiry" ON "address_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ups_waiting" ON "sign_ups" USING btree ("school_id","email") WHERE "sign_ups"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "sign_ups_school" ON "sign_ups" USING btree ("school_id","state","created_at");--> statement-breakpoint
CREATE INDEX "sign_ups_subscriber" ON "sign_ups" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "sign_ups_expiry" ON "sign_ups" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_digest" ON "deliveries" USING btree ("school_id","digest_month");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_newsletter_or_digest" CHECK (("deliveries"."newsletter_id" is null) = ("deliveries"."digest_month" is not null));--> statement-breakpoint
CREATE POLICY "address_changes_school" ON "address_changes" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("address_changes"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("address_changes"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "family_settings_school" ON "family_settings" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("family_settings"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("family_settings"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sign_ups_school" ON "sign_ups" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("sign_ups"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("sign_ups"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);