# Process 1 of a container. The kernel keeps from it every signal that it has no handler for, and Node has none before its
# first line: who told it to stop by then told nobody. A shell hears from its own first line on, and hands on what it hears.
child=''
told=''
tell() {
  told=$1
  if [ "$child" ]; then kill "-$1" "$child"; fi
}
trap 'tell TERM' TERM
trap 'tell INT' INT

# What runs in the background would have no input.
exec 3<&0
"$@" <&3 3<&- &
child=$!
exec </dev/null 3<&-
if [ "$told" ]; then kill "-$told" "$child"; fi

# A signal ends the waiting, not the command.
wait "$child"
code=$?
while kill -0 "$child" 2>/dev/null; do
  wait "$child"
  code=$?
done
exit "$code"
