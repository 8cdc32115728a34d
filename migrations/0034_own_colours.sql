ALTER TABLE "editions" ADD COLUMN "colours" jsonb;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "colours" jsonb;--> statement-breakpoint
ALTER TABLE "saved_items" ADD COLUMN "colours" jsonb;