# Asks the service of this container whether it lives, by the shell alone: a Node for each question would cost more than
# an idle service does. HOST may be all addresses of a family, or one of them.
case ${HOST:-127.0.0.1} in
  0.0.0.0) host=127.0.0.1 ;;
  ::) host=::1 ;;
  *) host=$HOST ;;
esac
exec 3<>"/dev/tcp/$host/${PORT:-8000}" || exit 1
printf 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r -t 4 line <&3 && [[ $line == 'HTTP/1.1 200 '* ]]
