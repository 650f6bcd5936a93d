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

addresses = random.Random(int(os.environ["FUZZ_SEED"]))
statuses: dict[int, int] = {}


def new_address() -> str:
    """Each call has an address of its own: no rate limit and no block of an address ends the run."""
    return ".".join(["10", *(str(addresses.randint(0, 255)) for _ in range(3))])


def post(path: str, body: dict) -> dict:
    request = urllib.request.Request(
        f"{BASE}/api{path}",
        data=json.dumps(body).encode(),
        method="POST",
        headers={"Content-Type": "application/json", "Origin": BASE, "X-Real-IP": new_address()},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def captcha() -> dict:
    request = urllib.request.Request(
        f"{BASE}/api/auth/captcha", headers={"X-Real-IP": new_address()}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        challenge = json.load(answer)["captcha"]
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
    if ROLE == "administrator":
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


class Session:
    """One access token for all calls of the run, replaced when the API refuses it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.token: str | None = None
        self.renewals = -1

    def current(self) -> str:
        with self.lock:
            if self.token is None:
                self.token = sign_in()
                self.renewals += 1
            return self.token

    def refused(self, token: str) -> None:
        with self.lock:
            if token == self.token:
                self.token = None


session = Session()


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    headers = dict(case.headers or {})
    headers["X-Real-IP"] = new_address()
    needs_user = any("accessToken" in one for one in case.operation.definition.raw["security"])
    if ROLE != "visitor" and needs_user:
        headers["Authorization"] = f"Bearer {session.current()}"
    case.headers = headers


@schemathesis.hook
def after_call(context, case, response) -> None:
    statuses[response.status_code] = statuses.get(response.status_code, 0) + 1
    sent = (case.headers or {}).get("Authorization", "")
    if response.status_code == 401 and sent.startswith("Bearer "):
        session.refused(sent.removeprefix("Bearer "))


@atexit.register
def report() -> None:
    with open(os.environ["FUZZ_STATUSES"], "w", encoding="utf-8") as file:
        json.dump({"statuses": statuses, "renewals": max(session.renewals, 0)}, file)
