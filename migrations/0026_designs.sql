ALTER TABLE "editions" ADD COLUMN "design" text;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "issue_date" text;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "shown_design" text DEFAULT 'letter' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "design" text;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "issue_date" text;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "design" text DEFAULT 'letter' NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "logo_aspect" real;--> statement-breakpoint
UPDATE "newsletters" SET "design" = 'letter';--> statement-breakpoint
UPDATE "editions" SET "design" = 'letter';--> statement-breakpoint
UPDATE "schools" SET "logo_aspect" = "attachments"."width"::real / "attachments"."height"
FROM "attachments"
WHERE "attachments"."school_id" = "schools"."id"
  AND "schools"."logo" = '/files/' || "attachments"."key"
  AND "attachments"."width" > 0 AND "attachments"."height" > 0;
