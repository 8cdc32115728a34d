ALTER TABLE "deliveries" ADD COLUMN "edition_id" uuid;--> statement-breakpoint
ALTER TABLE "delivery_recipients" ADD COLUMN "edition_id" uuid;--> statement-breakpoint
ALTER TABLE "past_editions" ADD COLUMN "redrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "past_editions" ADD COLUMN "file_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_edition_id_past_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."past_editions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_edition" ON "deliveries" USING btree ("edition_id");