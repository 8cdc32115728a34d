ALTER TABLE "attachments" ADD COLUMN "copies" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "copies_size" bigint DEFAULT 0 NOT NULL;