"""A Chromium without a window, driven over a pipe (the DevTools protocol), to query a page, and wait for it, while it runs."""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import time

from servers import Failure, WITHIN_S, require

FROM_BROWSER, TO_BROWSER = 4, 3  # the descriptors of --remote-debugging-pipe
PICTURE_HEIGHT_MAX = 16_000  # Chromium's largest texture


class Browser:
    """One page of a separate browser, whose profile is in `folder`. A context manager, which ends the browser."""

    def __init__(self, folder):
        program = shutil.which('chromium')
        require(program is not None, 'chromium is missing (Debian package chromium)')
        its_input, self._to = os.pipe()
        self._from, its_output = os.pipe()
        command = [program, '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
                   '--disable-background-networking', '--disable-component-update', '--remote-debugging-pipe',
                   f'--user-data-dir={folder}']
        # The shell gives the pipes the descriptor numbers that the browser expects.
        shell = f'exec "$@" {TO_BROWSER}<&{its_input} {FROM_BROWSER}>&{its_output}'
        self._process = subprocess.Popen(['bash', '-c', shell, 'bash', *command], pass_fds=(its_input, its_output),
                                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(its_input)
        os.close(its_output)
        self._numbers = itertools.count(1)
        self._received = b''
        self._session = None
        self.complaints = []  # errors and warnings of the page's scripts, and of its security policy
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        self._session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Log'):
            self.call(domain + '.enable')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        os.close(self._to)
        os.close(self._from)

    def call(self, method, **parameters):
        number = next(self._numbers)
        message = {'id': number, 'method': method, 'params': parameters}
        if self._session is not None:
            message['sessionId'] = self._session
        os.write(self._to, json.dumps(message).encode() + b'\0')
        end = time.monotonic() + WITHIN_S
        while True:
            answer = self._next(end, method)
            self._note(answer)
            if answer.get('id') == number:
                require('error' not in answer, f'{method}: {answer.get("error")}')
                return answer['result']

    def _next(self, end, method):
        while b'\0' not in self._received:
            ready, _, _ = select.select([self._from], [], [], max(0, end - time.monotonic()))
            octets = os.read(self._from, 1 << 20) if ready else b''
            if not octets:
                raise Failure(f'chromium does not answer {method}')
            self._received += octets
        message, _, self._received = self._received.partition(b'\0')
        return json.loads(message)

    def _note(self, event):
        """Keeps the complaints of the page, except for those of an unreachable server."""
        told = event.get('params', {})
        if event.get('method') == 'Runtime.exceptionThrown':
            details = told['exceptionDetails']
            self.complaints.append(details.get('exception', {}).get('description', details['text']))
        elif event.get('method') == 'Log.entryAdded' and told['entry']['source'] != 'network':
            self.complaints.append(told['entry']['text'])

    def open(self, url, width=1280, height=900):
        """Loads the page, even if it is the current one."""
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)
        for each in ('about:blank', url):
            self.call('Page.navigate', url=each)
            self.await_true(each, f'location.href === {json.dumps(each)} && document.readyState === "complete"')

    def value(self, expression):
        """The value of a script's expression; for a promise, its result."""
        done = self.call('Runtime.evaluate', expression=expression, returnByValue=True, awaitPromise=True)
        require('exceptionDetails' not in done, f'{expression}: {done.get("exceptionDetails")}')
        return done['result'].get('value')

    def await_true(self, what, expression, within_s=WITHIN_S):
        end = time.monotonic() + within_s
        while not (found := self.value(expression)):
            if time.monotonic() > end:
                raise Failure(f'{what} did not come: {self.value("document.body.innerText")} {self.complaints}')
            time.sleep(0.05)
        return found

    def picture(self, path):
        """A picture of the whole page."""
        whole = self.call('Page.getLayoutMetrics')['cssContentSize']
        clip = {'x': 0, 'y': 0, 'width': whole['width'], 'height': min(whole['height'], PICTURE_HEIGHT_MAX), 'scale': 1}
        taken = self.call('Page.captureScreenshot', clip=clip, captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(taken['data']))
