"""A real IOC, run by the build folder's Python environment, with a few process variables, one of which counts."""

import threading
import time

from softioc import asyncio_dispatcher, builder, softioc

dispatcher = asyncio_dispatcher.AsyncioDispatcher()
builder.SetDeviceName('DIMMA')
builder.aOut('CURRENT', initial_value=12.5, always_update=True)
builder.longOut('TURNS', initial_value=42)
builder.stringOut('NAME', initial_value='quadrupole')
builder.mbbOut('MODE', 'idle', 'running', initial_value=1)
builder.WaveformOut('ORBIT', [0.5 * i for i in range(1000)])
bad = builder.aOut('BAD', initial_value=0, HIHI=10, HHSV='MAJOR', PREC=1)
counter = builder.longIn('COUNTER', initial_value=0)
builder.LoadDatabase()
softioc.iocInit(dispatcher)
bad.set(99.5)  # beyond its limit


def count():
    for number in range(1, 1_000_000):
        counter.set(number)
        time.sleep(0.05)


threading.Thread(target=count, daemon=True).start()
print('ready', flush=True)
while True:
    time.sleep(1)
