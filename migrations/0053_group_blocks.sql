CREATE TABLE "delivery_readings" (
	"delivery_id" uuid NOT NULL,
	"school_id" uuid NOT NULL,
	"edition_id" uuid NOT NULL,
	"group_bits" bigint NOT NULL,
	"variant_id" uuid NOT NULL,
	CONSTRAINT "delivery_readings_delivery_id_edition_id_group_bits_pk" PRIMARY KEY("delivery_id","edition_id","group_bits")
);
--> statement-breakpoint
ALTER TABLE "delivery_readings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "edition_variants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"newsletter_id" uuid NOT NULL,
	"edition_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"blocks" text[] NOT NULL,
	"key" text NOT NULL,
	"readers" jsonb NOT NULL,
	"words" text NOT NULL,
	"mail" "bytea",
	"mail_text" text,
	"page" "bytea",
	CONSTRAINT "edition_variants_slug_unique" UNIQUE("slug"),
	CONSTRAINT "edition_variants_key" UNIQUE("edition_id","key")
);
--> statement-breakpoint
ALTER TABLE "edition_variants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "variant_pages" (
	"variant_id" uuid PRIMARY KEY NOT NULL,
	"school_id" uuid NOT NULL,
	"drawing" uuid NOT NULL,
	"blocks" text[] NOT NULL,
	"html" text NOT NULL,
	"gzip" "bytea" NOT NULL,
	"brotli" "bytea" NOT NULL,
	"etag" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "variant_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "merged_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"school_id" uuid NOT NULL,
	"into_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "merged_groups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "delivery_recipients" ADD COLUMN "group_bits" bigint;--> statement-breakpoint
ALTER TABLE "past_editions" ADD COLUMN "drawing" uuid;--> statement-breakpoint
ALTER TABLE "past_editions" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "drawing" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_readings" ADD CONSTRAINT "delivery_readings_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_readings" ADD CONSTRAINT "delivery_readings_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_readings" ADD CONSTRAINT "delivery_readings_edition_id_past_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."past_editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_readings" ADD CONSTRAINT "delivery_readings_variant_id_edition_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."edition_variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_variants" ADD CONSTRAINT "edition_variants_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_variants" ADD CONSTRAINT "edition_variants_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_variants" ADD CONSTRAINT "edition_variants_edition_id_past_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."past_editions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_pages" ADD CONSTRAINT "variant_pages_variant_id_edition_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."edition_variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_pages" ADD CONSTRAINT "variant_pages_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_groups" ADD CONSTRAINT "merged_groups_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_groups" ADD CONSTRAINT "merged_groups_into_id_subscriber_groups_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."subscriber_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_readings_edition" ON "delivery_readings" USING btree ("edition_id");--> statement-breakpoint
CREATE INDEX "delivery_readings_variant" ON "delivery_readings" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "delivery_readings_school" ON "delivery_readings" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "edition_variants_newsletter" ON "edition_variants" USING btree ("newsletter_id");--> statement-breakpoint
CREATE INDEX "edition_variants_school" ON "edition_variants" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "variant_pages_school" ON "variant_pages" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "merged_groups_into" ON "merged_groups" USING btree ("into_id");--> statement-breakpoint
CREATE INDEX "merged_groups_school" ON "merged_groups" USING btree ("school_id");--> statement-breakpoint
CREATE POLICY "delivery_readings_school" ON "delivery_readings" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("delivery_readings"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("delivery_readings"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "edition_variants_school" ON "edition_variants" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("edition_variants"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("edition_variants"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "variant_pages_school" ON "variant_pages" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("variant_pages"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("variant_pages"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "merged_groups_school" ON "merged_groups" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("merged_groups"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("merged_groups"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);