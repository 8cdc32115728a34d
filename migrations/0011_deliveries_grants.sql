-- What was sent, and to whom, is kept. The budget of mails and the program's own keys are no school's.
GRANT SELECT, INSERT, UPDATE ON "deliveries", "delivery_recipients" TO "app_tenant";
