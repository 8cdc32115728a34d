#!/usr/bin/env bash
# Postfix, which takes mails from the other containers and delivers them, or hands them to RELAY_HOST (as [smtp.example.org]:587).
set -euo pipefail
# Debian names this machine alone.
postconf -X mynetworks
postconf -e \
  "myhostname=${MAIL_HOST:?}" \
  'mydestination=' \
  'local_transport=error:no mailboxes here' \
  'mynetworks_style=subnet' \
  'inet_interfaces=all' \
  'smtp_tls_security_level=may' \
  'smtp_tls_CApath=/etc/ssl/certs' \
  'smtputf8_enable=yes' \
  'message_size_limit=20480000' \
  'maillog_file=/dev/stdout'
postconf -e "relayhost=${RELAY_HOST:-}"
if [ -n "${RELAY_USER:-}" ]; then
  (umask 077 && printf '%s %s:%s\n' "${RELAY_HOST:?}" "$RELAY_USER" "${RELAY_PASSWORD:?}" >/etc/postfix/relay)
  postconf -e 'smtp_sasl_auth_enable=yes' 'smtp_sasl_password_maps=texthash:/etc/postfix/relay' \
    'smtp_sasl_security_options=noanonymous' 'smtp_tls_security_level=encrypt'
fi
# A new container has a new resolv.conf, the queue's volume has that of the last one.
mkdir -p /var/spool/postfix/etc
cp /etc/resolv.conf /etc/services /etc/hosts /var/spool/postfix/etc/
postfix set-permissions >/dev/null 2>&1 || true
exec postfix start-fg
