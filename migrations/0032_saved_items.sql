CREATE TABLE "saved_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"school_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"layout_type" text NOT NULL,
	"design" text,
	"code" jsonb NOT NULL,
	"code_version" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_items_kind" CHECK ("saved_items"."kind" in ('blocks', 'template')),
	CONSTRAINT "saved_items_layout_type" CHECK ("saved_items"."layout_type" in ('one_column', 'two_columns_center', 'two_columns_left', 'two_columns_right')),
	CONSTRAINT "saved_items_code_is_list" CHECK (jsonb_typeof("saved_items"."code") = 'array')
);
--> statement-breakpoint
ALTER TABLE "saved_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_items_school" ON "saved_items" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX "saved_items_created_by" ON "saved_items" USING btree ("created_by");--> statement-breakpoint
CREATE POLICY "saved_items_school" ON "saved_items" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("saved_items"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("saved_items"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "saved_items" TO "app_tenant";
