"""Says what becomes of a connection to a port of this machine: python -m tests.service.knocking PORT."""

import socket
import sys

try:
    socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=10).close()
    sys.stdout.write("connected")
except OSError as error:
    sys.stdout.write(str(error))
