ALTER TABLE "rhythm_issues" DROP CONSTRAINT "rhythm_issues_trouble";--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "suspended_for" text;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "hides_pages" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "mails_per_day" integer;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "storage_bytes" bigint;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "subscribers_max" integer;--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_suspended" CHECK (("schools"."suspended_at" is null) = ("schools"."suspended_for" is null));--> statement-breakpoint
ALTER TABLE "rhythm_issues" ADD CONSTRAINT "rhythm_issues_trouble" CHECK ("rhythm_issues"."trouble" in ('closed', 'suspended', 'plan_ended', 'no_newsletter', 'late'));