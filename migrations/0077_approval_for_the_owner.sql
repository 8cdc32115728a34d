ALTER TABLE "schools" ADD COLUMN "approval_binds_owner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "past_editions" ADD COLUMN "is_approved" boolean DEFAULT false NOT NULL;