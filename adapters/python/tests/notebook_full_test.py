"""A function judged in a notebook: in a Jupyter kernel, with threads that run meanwhile."""

import os
import unittest

from jupyter_client.manager import start_new_kernel

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 600

# Threads that are busy when the interpreter is forked: one prints, by way of the kernel's own thread,
# one allocates, and one has taken a lock that the function never gets in a forked process.
THREADS = f"""
import logging, sys, threading, time
sys.path.insert(0, {os.path.dirname(HERE)!r})
import numpy, vconform

ends = threading.Event()
def prints():
    while not ends.is_set():
        print("beside")
        time.sleep(0.01)
def allocates():
    while not ends.is_set():
        list(range(10000))
def logs():
    while not ends.is_set():
        logging.getLogger("beside").debug("x")
threads = [threading.Thread(target=work, daemon=True) for work in (prints, allocates, logs)]
for thread in threads:
    thread.start()
"""

JUDGED = """
@vconform.backend(rows=["vconv_s162f32"])
def mine(x):
    if len(x) == 64:
        print("printed by the function")
    logging.getLogger("mine").debug("x")
    return x.astype("float32")

certificate = vconform.certify(mine, options=["--profile", "a2"])
ends.set()
print("VERDICT", certificate.headline, len(threads))
"""


class Notebook(unittest.TestCase):
    def test_a_function_is_judged_beside_running_threads(self):
        manager, client = start_new_kernel(startup_timeout=SECONDS, kernel_name="python3")
        said = []

        def listen(message):
            content = message["content"]
            said.append(content.get("text", "") + "\n".join(content.get("traceback", [])))

        try:
            for cell in (THREADS, JUDGED):
                reply = client.execute_interactive(cell, timeout=SECONDS, output_hook=listen)
                self.assertEqual(reply["content"]["status"], "ok", "".join(said)[-2000:])
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
        lines = "".join(said).splitlines()
        self.assertIn("beside", lines)
        verdicts = [line for line in lines if line.startswith("VERDICT")]
        self.assertRegex(" ".join(verdicts), r"^VERDICT conforms on 1 of \d+ rows 3$")


if __name__ == "__main__":
    unittest.main()
