ALTER TABLE "deliveries" ADD COLUMN "went_on_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "ran_at" timestamp (3) with time zone;