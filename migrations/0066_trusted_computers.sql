ALTER TABLE "sessions" ADD COLUMN "provider" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "second_step" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "trusted_devices" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "trusted_devices" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "trusted_devices" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_second_step" CHECK ("sessions"."second_step" in ('none', 'code', 'passkey', 'recovery_code', 'trusted'));