CREATE TABLE "published_files" (
	"newsletter_id" uuid NOT NULL,
	"attachment_id" uuid NOT NULL,
	"school_id" uuid NOT NULL,
	CONSTRAINT "published_files_newsletter_id_attachment_id_pk" PRIMARY KEY("newsletter_id","attachment_id")
);
--> statement-breakpoint
ALTER TABLE "published_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "published_files" ADD CONSTRAINT "published_files_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_files" ADD CONSTRAINT "published_files_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_files" ADD CONSTRAINT "published_files_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "published_files_attachment" ON "published_files" USING btree ("attachment_id");--> statement-breakpoint
CREATE INDEX "published_files_school" ON "published_files" USING btree ("school_id");--> statement-breakpoint
CREATE POLICY "published_files_school" ON "published_files" AS PERMISSIVE FOR ALL TO "app_tenant" USING ("published_files"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid) WITH CHECK ("published_files"."school_id" = nullif(current_setting('app.school_id', true), '')::uuid);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "published_files" TO "app_tenant";--> statement-breakpoint
-- What is published now goes on being seen.
INSERT INTO "published_files" ("newsletter_id", "attachment_id", "school_id")
SELECT DISTINCT "shown"."newsletter_id", "attachments"."id", "shown"."school_id"
FROM (
	SELECT "newsletter_id", "school_id", (regexp_matches("page_html" || "mail_html", '/files/([a-z0-9]{32}\.[a-z0-9]{3,4})', 'g'))[1] AS "key"
	FROM "editions"
) AS "shown"
JOIN "attachments" ON "attachments"."key" = "shown"."key" AND "attachments"."school_id" = "shown"."school_id"
ON CONFLICT DO NOTHING;
