ALTER TABLE "schools" ADD COLUMN "second_factor" text DEFAULT 'nobody' NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "second_factor_days" integer;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "second_factor_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_way" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_factor_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_factor_reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "way" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_strong" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_second_factor" CHECK ("schools"."second_factor" in ('nobody', 'owners_and_admins', 'everybody'));--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_way" CHECK ("sessions"."way" in ('password', 'passkey', 'provider'));