CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid,
	"user_id" uuid,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachments_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "attachments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "editions" (
	"newsletter_id" uuid PRIMARY KEY NOT NULL,
	"school_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"page_html" text NOT NULL,
	"page_gzip" "bytea" NOT NULL,
	"page_brotli" "bytea" NOT NULL,
	"mail_html" text NOT NULL,
	"etag" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "editions_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "editions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mailed_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mailed_tokens_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "mailed_tokens_kind" CHECK ("mailed_tokens"."kind" in ('welcome', 'reset', 'invite', 'confirm_email'))
);
--> statement-breakpoint
CREATE TABLE "newsletters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"title" text NOT NULL,
	"layout_type" text NOT NULL,
	"code" jsonb NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"footer_content" text DEFAULT '' NOT NULL,
	"slug" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_version" integer,
	"published_at" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletters_slug_unique" UNIQUE("slug"),
	CONSTRAINT "newsletters_layout_type" CHECK ("newsletters"."layout_type" in ('one_column', 'two_columns_center', 'two_columns_left', 'two_columns_right')),
	CONSTRAINT "newsletters_status" CHECK ("newsletters"."status" in ('draft', 'published')),
	CONSTRAINT "newsletters_code_is_list" CHECK (jsonb_typeof("newsletters"."code") = 'array'),
	CONSTRAINT "newsletters_published_has_slug" CHECK ("newsletters"."status" <> 'published' or "newsletters"."slug" is not null)
);
--> statement-breakpoint
ALTER TABLE "newsletters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "schools" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"logo" text,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"website" text,
	"primary_color" text,
	"secondary_color" text,
	"language" text DEFAULT 'en' NOT NULL,
	"time_zone" text DEFAULT 'Europe/London' NOT NULL,
	"subscription_status" text DEFAULT 'trial' NOT NULL,
	"subscription_plan" text DEFAULT 'trial' NOT NULL,
	"subscription_end_date" timestamp (3) with time zone,
	"closes_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schools_subscription_status" CHECK ("schools"."subscription_status" in ('trial', 'active', 'canceled', 'past_due')),
	CONSTRAINT "schools_subscription_plan" CHECK ("schools"."subscription_plan" in ('trial', 'monthly', 'yearly'))
);
--> statement-breakpoint
ALTER TABLE "schools" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"remember" boolean NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"status" text DEFAULT 'subscribed' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscribers_school_email" UNIQUE("school_id","email"),
	CONSTRAINT "subscribers_status" CHECK ("subscribers"."status" in ('subscribed', 'unsubscribed')),
	CONSTRAINT "subscribers_email_normalised" CHECK ("subscribers"."email" = lower("subscribers"."email"))
);
--> statement-breakpoint
ALTER TABLE "subscribers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"telephone" text DEFAULT '' NOT NULL,
	"role" text,
	"status" text NOT NULL,
	"password_hash" text,
	"need_change_password" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('owner', 'admin', 'editor')),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('INVITED', 'INACTIVE', 'ACTIVE')),
	CONSTRAINT "users_email_normalised" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role_with_school" CHECK (("users"."role" is null) = ("users"."school_id" is null))
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editions" ADD CONSTRAINT "editions_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "editions" ADD CONSTRAINT "editions_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_tokens" ADD CONSTRAINT "mailed_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletters" ADD CONSTRAINT "newsletters_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletters" ADD CONSTRAINT "newsletters_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_school" ON "attachments" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "attachments_user" ON "attachments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "attempts_window" ON "attempts" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "audit_log_by_creation" ON "audit_log" USING btree ("school_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "editions_school" ON "editions" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "mailed_tokens_user" ON "mailed_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mailed_tokens_expiry" ON "mailed_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "newsletters_by_update" ON "newsletters" USING btree ("school_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "newsletters_by_creation" ON "newsletters" USING btree ("school_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "newsletters_by_title" ON "newsletters" USING btree ("school_id",lower("title"),"id");--> statement-breakpoint
CREATE INDEX "newsletters_created_by" ON "newsletters" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_school" ON "users" USING btree ("school_id");--> statement-breakpoint
CREATE POLICY "attachments_school" ON "attachments" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("attachments"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("attachments"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_log_school" ON "audit_log" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("audit_log"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("audit_log"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "editions_school" ON "editions" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("editions"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("editions"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "newsletters_school" ON "newsletters" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("newsletters"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("newsletters"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "schools_school" ON "schools" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("schools"."id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("schools"."id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "subscribers_school" ON "subscribers" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("subscribers"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("subscribers"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "users_school" ON "users" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("users"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("users"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);