#!/usr/bin/env python3
"""event.csv: what the ball joint of a lower control arm sees on a rough road, 1.8 s, content up to 30 Hz.

Fore-aft and lateral force (13.4 and 13.2 kN peak to peak) and vertical displacement (46.7 mm peak to
peak), the ranges of Ledesma et al. (1996), section 4. The shapes are our own: impacts of one wheel on
a few obstacles, each a short burst, on a broad-band floor.

    python3 make_event.py && jounce signal convert event.csv -o event.rsp
"""
import math
import random

RATE, SECONDS = 1024, 1.8
COUNT = int(RATE * SECONDS) + 1
IMPACTS = [0.22, 0.47, 0.78, 1.02, 1.33, 1.55]  # s


def channel(seed, burst, floor_high, floor_share, span):
    """Bursts of `burst` Hz at the impacts and a floor up to `floor_high` Hz, scaled to `span`."""
    random.seed(seed)
    values = [0.0] * COUNT
    for impact in IMPACTS:
        size, f = random.uniform(-1, 1), burst * random.uniform(0.7, 1.3)
        size += math.copysign(0.4, size)
        for k in range(COUNT):
            t = k / RATE - impact
            if t > -0.3:
                values[k] += size * math.exp(-((t - 0.02) / 0.055) ** 2) * math.cos(2 * math.pi * f * t)
    for i in range(40):
        f, phase = 0.8 + (floor_high - 0.8) * (i + random.random()) / 40, random.uniform(0, 2 * math.pi)
        for k in range(COUNT):
            values[k] += floor_share / (1 + f / 8) * math.sin(2 * math.pi * f * k / RATE + phase)
    for k in range(COUNT):  # begins and ends at rest
        t = k / RATE
        fade = min(1.0, t / 0.15, (SECONDS - t) / 0.1)
        values[k] *= fade * fade * (3 - 2 * fade)
    scale = span / (max(values) - min(values))
    return [scale * v for v in values]


fore_aft = channel(11, 11, 30, 0.05, 13400)
lateral = channel(12, 7, 30, 0.06, 13200)
vertical = channel(13, 2.2, 12, 0.03, 46.7)
with open("event.csv", "w") as out:
    out.write("time,fore_aft,lateral,vertical\ns,N,N,mm\n")
    for k in range(COUNT):
        out.write(f"{k / RATE:.9f},{fore_aft[k]:.3f},{lateral[k]:.3f},{vertical[k]:.5f}\n")
