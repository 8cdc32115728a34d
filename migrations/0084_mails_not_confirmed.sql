-- The new index is built before the old one goes: reading waits only for what follows.
CREATE UNIQUE INDEX "delivery_recipients_once_new" ON "delivery_recipients" USING btree ("newsletter_id","subscriber_id") WHERE ("delivery_recipients"."state" in ('waiting', 'sending', 'sent') or "delivery_recipients"."reason" = 'unconfirmed');--> statement-breakpoint
DROP INDEX "delivery_recipients_once";--> statement-breakpoint
ALTER INDEX "delivery_recipients_once_new" RENAME TO "delivery_recipients_once";--> statement-breakpoint
ALTER TABLE "delivery_recipients" DROP CONSTRAINT "delivery_recipients_reason_known";--> statement-breakpoint
-- Not valid: the rows so far have kept to the narrower rule, and are not read again.
ALTER TABLE "delivery_recipients" ADD CONSTRAINT "delivery_recipients_reason_known" CHECK ("delivery_recipients"."reason" in ('refused', 'rejected', 'gave_up', 'unconfirmed', 'left', 'deleted', 'canceled')) NOT VALID;
