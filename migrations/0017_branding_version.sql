ALTER TABLE "editions" ADD COLUMN "branding_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "branding_version" integer DEFAULT 1 NOT NULL;