CREATE TABLE "identities" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"tenant" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "identities_subject" UNIQUE("issuer","tenant","subject"),
	CONSTRAINT "identities_user_provider" UNIQUE("user_id","provider")
);
--> statement-breakpoint
CREATE TABLE "provider_logouts" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_sessions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"identity_id" uuid NOT NULL,
	"sid" text
);
--> statement-breakpoint
CREATE TABLE "provider_steps" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"tenant" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"is_proven" boolean NOT NULL,
	"sid" text,
	"remember" boolean NOT NULL,
	"invitation_hash" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_visits" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"provider" text NOT NULL,
	"intent" text NOT NULL,
	"nonce" text NOT NULL,
	"verifier" text NOT NULL,
	"remember" boolean NOT NULL,
	"invitation_hash" text,
	"session_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "required_provider" text;--> statement-breakpoint
ALTER TABLE "schools" ADD COLUMN "required_domain" text;--> statement-breakpoint
ALTER TABLE "second_steps" ADD COLUMN "provider_step" text;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_identity_id_identities_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_visits" ADD CONSTRAINT "provider_visits_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_logouts_expiry" ON "provider_logouts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "provider_sessions_identity" ON "provider_sessions" USING btree ("identity_id");--> statement-breakpoint
CREATE INDEX "provider_steps_expiry" ON "provider_steps" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "provider_visits_expiry" ON "provider_visits" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "provider_visits_session" ON "provider_visits" USING btree ("session_id");--> statement-breakpoint
ALTER TABLE "schools" ADD CONSTRAINT "schools_required_provider" CHECK (("schools"."required_provider" is null) = ("schools"."required_domain" is null));