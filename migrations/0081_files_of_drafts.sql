ALTER TABLE "newsletters" ADD COLUMN "file_keys" text[];--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "files_of" integer;