CREATE TABLE "school_addresses" (
	"hash" text PRIMARY KEY NOT NULL,
	"school_id" uuid,
	"taken_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "school_addresses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "school_pages" (
	"school_id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"lists_newsletters" boolean DEFAULT false NOT NULL,
	CONSTRAINT "school_pages_address_unique" UNIQUE("address")
);
--> statement-breakpoint
ALTER TABLE "school_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "school_addresses" ADD CONSTRAINT "school_addresses_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_pages" ADD CONSTRAINT "school_pages_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "school_addresses_school" ON "school_addresses" USING btree ("school_id");--> statement-breakpoint
CREATE POLICY "school_addresses_school" ON "school_addresses" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("school_addresses"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("school_addresses"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "school_pages_school" ON "school_pages" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("school_pages"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("school_pages"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);