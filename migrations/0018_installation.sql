CREATE TABLE "installation" (
	"one" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	CONSTRAINT "installation_one" CHECK ("installation"."one" = 1)
);
