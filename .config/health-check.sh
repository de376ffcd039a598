# Liveness check of the container in plain bash: starting Node for each check would cost more than an idle service.
# HOST may be a wildcard address.
case ${HOST:-127.0.0.1} in
  0.0.0.0) host=127.0.0.1 ;;
  ::) host=::1 ;;
  *) host=$HOST ;;
esac
exec 3<>"/dev/tcp/$host/${PORT:-8000}" || exit 1
printf 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r -t 4 line <&3 && [[ $line == 'HTTP/1.1 200 '* ]]
