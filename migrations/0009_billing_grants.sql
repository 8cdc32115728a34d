-- What has been paid stays as it is: invoices and reminders are written once. Events and the sandbox's books are no school's.
GRANT SELECT, INSERT, UPDATE, DELETE ON "billing_details", "payment_customers", "subscriptions", "payment_attempts" TO "app_tenant";
--> statement-breakpoint
GRANT SELECT, INSERT ON "invoices", "trial_reminders" TO "app_tenant";
