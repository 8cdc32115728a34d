CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitations_school_email" UNIQUE("school_id","email"),
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('editor', 'admin')),
	CONSTRAINT "invitations_email_normalised" CHECK ("invitations"."email" = lower("invitations"."email"))
);
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "actor" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "layout_type" text;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "code" jsonb;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "code_version" integer;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE POLICY "invitations_school" ON "invitations" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("invitations"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("invitations"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);