DROP INDEX "delivery_recipients_school";--> statement-breakpoint
CREATE INDEX "delivery_recipients_ended" ON "delivery_recipients" USING btree ("school_id","ended_at");--> statement-breakpoint
CREATE INDEX "subscribers_subscribed" ON "subscribers" USING btree ("school_id","created_at") WHERE "subscribers"."status" = 'subscribed';