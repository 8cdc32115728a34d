CREATE TABLE "billing_details" (
	"school_id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"telephone" text NOT NULL,
	"address" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "billing_details" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"number" text NOT NULL,
	"plan" text NOT NULL,
	"amount" integer NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"card_last4" text,
	"billed_to" jsonb NOT NULL,
	"link_key" "bytea" NOT NULL,
	CONSTRAINT "invoices_provider_id" UNIQUE("provider","provider_id"),
	CONSTRAINT "invoices_provider" CHECK ("invoices"."provider" in ('sandbox', 'stripe')),
	CONSTRAINT "invoices_plan" CHECK ("invoices"."plan" in ('yearly', 'monthly'))
);
--> statement-breakpoint
ALTER TABLE "invoices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"user_id" uuid,
	"provider" text NOT NULL,
	"plan" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"subscription_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_attempts_provider" CHECK ("payment_attempts"."provider" in ('sandbox', 'stripe')),
	CONSTRAINT "payment_attempts_plan" CHECK ("payment_attempts"."plan" in ('yearly', 'monthly')),
	CONSTRAINT "payment_attempts_state" CHECK ("payment_attempts"."state" in ('open', 'done', 'replaced'))
);
--> statement-breakpoint
ALTER TABLE "payment_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"school_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"customer_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_customers_school_provider" PRIMARY KEY("school_id","provider"),
	CONSTRAINT "payment_customers_customer_id_unique" UNIQUE("customer_id"),
	CONSTRAINT "payment_customers_provider" CHECK ("payment_customers"."provider" in ('sandbox', 'stripe'))
);
--> statement-breakpoint
ALTER TABLE "payment_customers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_accounts" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"school_id" uuid NOT NULL,
	"account" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"school_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"plan" text NOT NULL,
	"state" text NOT NULL,
	"renews" boolean NOT NULL,
	"paid_until" timestamp (3) with time zone,
	"card_last4" text,
	"asked" integer DEFAULT 0 NOT NULL,
	"answered" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_provider" CHECK ("subscriptions"."provider" in ('sandbox', 'stripe')),
	CONSTRAINT "subscriptions_plan" CHECK ("subscriptions"."plan" in ('yearly', 'monthly')),
	CONSTRAINT "subscriptions_state" CHECK ("subscriptions"."state" in ('incomplete', 'active', 'past_due', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "trial_reminders" (
	"school_id" uuid NOT NULL,
	"days" integer NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trial_reminders_school_days" PRIMARY KEY("school_id","days")
);
--> statement-breakpoint
ALTER TABLE "trial_reminders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_accounts" ADD CONSTRAINT "sandbox_accounts_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_reminders" ADD CONSTRAINT "trial_reminders_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_by_period" ON "invoices" USING btree ("school_id","period_start" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_open" ON "payment_attempts" USING btree ("school_id") WHERE "payment_attempts"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payment_attempts_subscription" ON "payment_attempts" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_user" ON "payment_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_events_receipt" ON "payment_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "sandbox_accounts_school" ON "sandbox_accounts" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "subscriptions_school" ON "subscriptions" USING btree ("school_id");--> statement-breakpoint
CREATE POLICY "billing_details_school" ON "billing_details" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("billing_details"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("billing_details"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "invoices_school" ON "invoices" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("invoices"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("invoices"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "payment_attempts_school" ON "payment_attempts" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("payment_attempts"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("payment_attempts"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "payment_customers_school" ON "payment_customers" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("payment_customers"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("payment_customers"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sandbox_accounts_school" ON "sandbox_accounts" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("sandbox_accounts"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("sandbox_accounts"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "subscriptions_school" ON "subscriptions" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("subscriptions"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("subscriptions"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "trial_reminders_school" ON "trial_reminders" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("trial_reminders"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("trial_reminders"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);