"""Remote desktop's sign-in as pyspnego's CredSSP acceptor has it, on a port of its own, for one client after the other.

Prints the port. Reads one line of JSON for each client that will come: {"version": 6, "password": "…"}, and optionally
"status" (an NTSTATUS in place of the answer to the password), "cut" or "oversized" (the number of the message to spoil).
Prints one line of JSON when the client has gone: whether it signed in, and whether credentials were delegated.
"""

import json
import os
import socket
import sys
import tempfile

import spnego
import spnego._credssp as credssp
from spnego.exceptions import SpnegoError

CONFIRM = bytes.fromhex("030000130ed000001234000209080002000000")


class Acceptor(credssp.CredSSPProxy):
    """Counts and spoils what it sends."""

    def __init__(self, plan):
        super().__init__(usage="accept", protocol="credssp")
        self.plan = plan
        self.sent = 0
        if "status" in plan:
            inner = spnego.server(protocol="negotiate")
            step = inner.step

            def refuse(token=None, **kwargs):
                if token and b"NTLMSSP\0\3" in token:
                    raise SpnegoError(plan["status"])
                return step(token, **kwargs)

            inner.step = refuse
            self._auth_context = inner

    def wrap(self, data, *rest):
        self.sent += 1
        if self.plan.get("cut") == self.sent:
            data = data[: len(data) // 2]
        if self.plan.get("oversized") == self.sent:
            data = b"\x30\x83\x0f\xff\xff" + data + bytes(64 * 1024)
        return super().wrap(data, *rest)


def records(client):
    """One TLS record at a time, as HTTP brings them to pyspnego: it expects no more than one message in a token."""
    received = b""
    while True:
        part = client.recv(64 * 1024)
        if not part:
            return
        received += part
        while len(received) >= 5 and len(received) >= 5 + int.from_bytes(received[3:5], "big"):
            size = 5 + int.from_bytes(received[3:5], "big")
            yield received[:size]
            received = received[size:]


def serve(client, plan):
    credssp._CREDSSP_VERSION = plan["version"]
    with open(os.environ["NTLM_USER_FILE"], "w") as users:
        users.write(":Administrator:%s\n" % plan["password"])
    client.settimeout(20)
    client.recv(1024)
    client.sendall(CONFIRM)
    acceptor = Acceptor(plan)
    outcome = {}
    try:
        for record in records(client):
            answer = acceptor.step(record)
            if answer:
                client.sendall(answer)
            if acceptor.complete or answer is None or plan.get("cut") == acceptor.sent:
                break
    except (OSError, SpnegoError) as error:
        outcome["error"] = "%s: %s" % (type(error).__name__, error)
    outcome["delegated"] = acceptor.complete
    outcome["signed_in"] = acceptor._auth_stage == "Public key exchange"
    return outcome


def main():
    os.environ["NTLM_USER_FILE"] = os.path.join(tempfile.mkdtemp(), "users")
    listener = socket.create_server(("127.0.0.1", 0))
    print(json.dumps({"port": listener.getsockname()[1]}), flush=True)
    for line in sys.stdin:
        client, _ = listener.accept()
        with client:
            outcome = serve(client, json.loads(line))
        print(json.dumps(outcome), flush=True)


main()
