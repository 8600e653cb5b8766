#!/usr/bin/env python3
"""accelerations.csv: what accelerometers at the four wheel axles of a small car measure in 10 s of a rough road.

The wheels follow a road of waves between 0.8 and 24 Hz, whose heights fall with the square of their
frequency, and two cleats at 2.1 s (right) and 3.4 s (both sides); the rear wheels come 0.17 s after the front
ones (2.55 m at 15 m/s). The first and the last half second are at rest. Accelerations are the derivatives of
these heights, by formula, in g, with what accelerometers add: an offset, a drift and noise. The shapes are
our own; the paper (Merel et al. 2007, figure 10) shows its record but does not print it.

    python3 make_road.py && jounce signal convert accelerations.csv -o accelerations.rsp
"""
import math
import random

RATE, SECONDS, G = 400, 10.0, 9.80665
LAG = 2.55 / 15.0
WHEELS = {"front right": (1, 0.0), "front left": (-1, 0.0), "rear right": (1, LAG), "rear left": (-1, LAG)}

random.seed(2007)
# Amplitude [m], circular frequency [rad/s] and phases of what both sides share and of what they do not.
WAVES = []
for k in range(60):
    f = 0.8 * (24 / 0.8) ** ((k + random.random()) / 60)
    size = 0.0055 / (1 + (f / 1.6) ** 2)
    WAVES.append((size, 2 * math.pi * f, random.uniform(0, 2 * math.pi), random.uniform(0, 2 * math.pi)))
CLEATS = [(2.1, 0.012, 0.045, (1,)), (3.4, 0.015, 0.05, (1, -1))]  # time, height, half length [s], sides


def fade(t):
    """A quintic from 0 to 1 at both ends, with its derivatives."""
    if t <= 0.5 or t >= SECONDS - 0.5:
        return 0.0, 0.0, 0.0
    ramp, sign = (t - 0.5, 1) if t < SECONDS / 2 else (SECONDS - 0.5 - t, -1)
    if ramp >= 0.5:
        return 1.0, 0.0, 0.0
    u = ramp / 0.5
    return (u**3 * (10 + u * (6 * u - 15)), sign * 30 * u**2 * (1 - u) ** 2 / 0.5,
            60 * u * (1 - u) * (1 - 2 * u) / 0.25)


def acceleration(t, side):
    """d2/dt2 of fade * waves + cleats."""
    z = dz = ddz = 0.0
    for size, w, shared, own in WAVES:
        for part, phase in ((0.8, shared), (0.45 * side, own)):
            z += part * size * math.sin(w * t + phase)
            dz += part * size * w * math.cos(w * t + phase)
            ddz -= part * size * w * w * math.sin(w * t + phase)
    f, df, ddf = fade(t)
    a = ddf * z + 2 * df * dz + f * ddz
    for when, height, length, sides in CLEATS:  # (1 - 2 u^2) exp(-u^2): up and down, without a mean
        u = (t - when) / length
        if side in sides and abs(u) < 6:
            a += height * (-6 + 24 * u**2 - 8 * u**4) * math.exp(-u * u) / length**2
    return a


def main():
    columns = []
    for side, lag in WHEELS.values():
        offset, drift = random.uniform(-0.03, 0.03), random.uniform(-0.002, 0.002)
        columns.append([acceleration(k / RATE - lag, side) / G + offset + drift * k / RATE + random.gauss(0, 0.002)
                        for k in range(int(RATE * SECONDS) + 1)])
    with open("accelerations.csv", "w") as out:
        out.write("time," + ",".join(WHEELS) + "\ns,g,g,g,g\n")
        for k, row in enumerate(zip(*columns)):
            out.write(f"{k / RATE:.4f}," + ",".join(f"{a:.5f}" for a in row) + "\n")


main()
