ALTER TABLE "deliveries" ADD COLUMN "audience" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "audience_words" text;