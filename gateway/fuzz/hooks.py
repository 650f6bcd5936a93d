"""Loaded by schemathesis: who calls, from where, and a session that is renewed when it ends."""

import atexit
import json
import os
import random
import re
import threading
import urllib.error
import urllib.request

import schemathesis

BASE = os.environ["FUZZ_URL"]
ROLE = os.environ["FUZZ_ROLE"]
PASSWORD = "Kaca-Jendela-7!"
"""An administrator's key needs a list of networks; `new_address` makes addresses of this one."""
NETWORK = "10.0.0.0/8"
USER_SCOPES = [
    "installs:read",
    "installs:write",
    "topups:read",
    "topups:write",
    "quota:read",
    "webhooks",
]
ADMIN_SCOPES = ["admin:read", "admin:images", "admin:quota", "admin:blocks"]

addresses = random.Random(int(os.environ["FUZZ_SEED"]))
statuses: dict[int, int] = {}


def new_address() -> str:
    """Each call has an address of its own: no rate limit and no block of an address ends the run."""
    return ".".join(["10", *(str(addresses.randint(0, 255)) for _ in range(3))])


def call(method: str, path: str, body: dict | None = None, token: str | None = None) -> dict:
    headers = {"Content-Type": "application/json", "Origin": BASE, "X-Real-IP": new_address()}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{BASE}/api{path}", data=data, method=method, headers=headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def post(path: str, body: dict, token: str | None = None) -> dict:
    return call("POST", path, body, token)


def captcha() -> dict:
    challenge = call("GET", "/auth/captcha")["captcha"]
    left, sign, right = re.search(r"(\d+)\s*(\D)\s*(\d+)", challenge["question"]).groups()
    a, b = int(left), int(right)
    result = a + b if sign == "+" else a - b if sign in "-−" else a * b
    return {
        "captchaId": challenge["id"],
        "captchaAnswer": str(result),
        challenge["honeypotField"]: "",
    }


def sign_in() -> str:
    """A user's account is new each time: the run may have deleted the one before."""
    if ROLE.startswith("administrator"):
        body = {"username": "admin", "password": os.environ["ADMIN_PASSWORD"], **captcha()}
        return post("/auth/login", body)["data"]["accessToken"]
    name = f"fuzz-{os.urandom(5).hex()}"
    body = {
        "username": name,
        "email": f"{name}@example.com",
        "password": PASSWORD,
        "confirmPassword": PASSWORD,
        **captcha(),
    }
    return post("/auth/register", body)["data"]["accessToken"]


def credentials() -> dict[str, str]:
    """What calls are made with, by API key scope; a person's access token has none."""
    token = sign_in()
    if not ROLE.endswith("-key"):
        return {"": token}
    scopes = ADMIN_SCOPES if ROLE.startswith("administrator") else USER_SCOPES
    # Deletes the keys of earlier runs, because the administrator's account is reused and may have only a limited
    # number of keys.
    for key in call("GET", "/user/api-keys", token=token)["data"]:
        call("DELETE", f"/user/api-keys/{key['id']}", token=token)
    rest = {"networks": [NETWORK], "expires_in_days": 1}
    return {
        scope: post("/user/api-keys", {"name": scope, "scopes": [scope], **rest}, token)["data"]["key"]
        for scope in scopes
    }


class Session:
    """One access token, or one key for each scope, for all calls of the run; made anew when the API refuses it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.credentials: dict[str, str] = {}
        self.renewals = -1

    def bearer(self, scope: str) -> str:
        """With that scope, or another where no user has it: the API must refuse it."""
        with self.lock:
            if not self.credentials:
                self.credentials = credentials()
                self.renewals += 1
            return self.credentials.get(scope) or next(iter(self.credentials.values()))

    def refused(self, bearer: str) -> None:
        with self.lock:
            if bearer in self.credentials.values():
                self.credentials = {}


session = Session()


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    headers = dict(case.headers or {})
    headers["X-Real-IP"] = new_address()
    operation = case.operation.definition.raw
    needs_user = any("accessToken" in one for one in operation["security"])
    if ROLE != "visitor" and needs_user:
        scope = re.search(r"API keys with `([a-z:]+)`", operation["description"])
        headers["Authorization"] = f"Bearer {session.bearer(scope.group(1) if scope else '')}"
    case.headers = headers


@schemathesis.hook
def after_call(context, case, response) -> None:
    statuses[response.status_code] = statuses.get(response.status_code, 0) + 1
    sent = (case.headers or {}).get("Authorization", "")
    # Only calls with a key can reach a limit here, because they are limited per key. A person's calls are limited per
    # address, and each call uses a new address.
    at_limit = response.status_code == 429 and ROLE.endswith("-key")
    # Five minutes after the sign-in, routes that require a recent password or code need a new sign-in.
    needs_step_up = response.status_code == 403 and b"STEP_UP_REQUIRED" in response.content
    if (response.status_code == 401 or at_limit or needs_step_up) and sent.startswith("Bearer "):
        session.refused(sent.removeprefix("Bearer "))


@atexit.register
def report() -> None:
    with open(os.environ["FUZZ_STATUSES"], "w", encoding="utf-8") as file:
        json.dump({"statuses": statuses, "renewals": max(session.renewals, 0)}, file)
