"""Remote desktop's sign-in as pyspnego's CredSSP acceptor has it, on a port of its own, for one client after the other.

Prints the port. Reads a line of JSON with the plan for the next clients: {"version": 6, "password": "…"}, and optionally
"status" (an NTSTATUS in place of the answer to the password), "cut" or "oversized" (the number of the message to spoil),
"wrapping" ("bare" or "spnego", the other is refused). The line null ends the plan: prints a line of JSON with a list, for
each client the wrapping, the number of passwords tried, whether it signed in, and whether credentials were delegated.
"""

import json
import os
import select
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
        self.tried = 0
        self.wrapping = None
        inner = spnego.server(protocol="negotiate")
        step = inner.step

        def observe(token=None, **kwargs):
            if token and self.wrapping is None:
                self.wrapping = "bare" if token.startswith(b"NTLMSSP\0") else "spnego"
                if plan.get("wrapping", self.wrapping) != self.wrapping:
                    raise OSError("refused wrapping")
            if token and b"NTLMSSP\0\3" in token:
                self.tried += 1
                if "status" in plan:
                    raise SpnegoError(plan["status"])
            return step(token, **kwargs)

        inner.step = observe
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
    outcome["tried"] = acceptor.tried
    outcome["wrapping"] = acceptor.wrapping
    outcome["signed_in"] = acceptor._auth_stage == "Public key exchange"
    return outcome


def main():
    os.environ["NTLM_USER_FILE"] = os.path.join(tempfile.mkdtemp(), "users")
    listener = socket.create_server(("127.0.0.1", 0))
    print(json.dumps({"port": listener.getsockname()[1]}), flush=True)
    plan, outcomes = None, []
    while True:
        ready, _, _ = select.select([sys.stdin, listener], [], [])
        # Clients first, because they connected before the end of their plan.
        if listener in ready and plan:
            client, _ = listener.accept()
            with client:
                outcomes.append(serve(client, plan))
            continue
        line = sys.stdin.readline()
        if not line:
            return
        plan = json.loads(line)
        if plan is None:
            print(json.dumps(outcomes), flush=True)
            outcomes = []


main()
