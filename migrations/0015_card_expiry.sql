ALTER TABLE "subscriptions" ADD COLUMN "card_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "card_warned_of" timestamp (3) with time zone;