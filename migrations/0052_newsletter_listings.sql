CREATE TABLE "newsletter_listings" (
	"newsletter_id" uuid PRIMARY KEY NOT NULL,
	"school_id" uuid NOT NULL,
	"is_listed" boolean NOT NULL,
	"day" text NOT NULL,
	"picture" jsonb,
	"text" text NOT NULL,
	"configuration" text NOT NULL,
	"search" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "newsletter_listings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "school_pages" ADD COLUMN "embed_origins" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_listings" ADD CONSTRAINT "newsletter_listings_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_listings" ADD CONSTRAINT "newsletter_listings_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_listings_school" ON "newsletter_listings" USING btree ("school_id","day");--> statement-breakpoint
CREATE INDEX "newsletter_listings_search" ON "newsletter_listings" USING gin ("search");--> statement-breakpoint
CREATE POLICY "newsletter_listings_school" ON "newsletter_listings" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("newsletter_listings"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("newsletter_listings"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);