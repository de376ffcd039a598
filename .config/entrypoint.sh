# Process 1 of a container. The kernel drops signals to it that have no handler, and Node has none while it starts: a
# shell handles them from its first line and forwards them.
child=''
signal=''
forward() {
  signal=$1
  if [ "$child" ]; then kill "-$1" "$child"; fi
}
trap 'forward TERM' TERM
trap 'forward INT' INT

# A background process would have no standard input.
exec 3<&0
"$@" <&3 3<&- &
child=$!
exec </dev/null 3<&-
if [ "$signal" ]; then kill "-$signal" "$child"; fi

# A signal interrupts `wait`, not the command.
wait "$child"
code=$?
while kill -0 "$child" 2>/dev/null; do
  wait "$child"
  code=$?
done
exit "$code"
