#!/usr/bin/env python3
"""road.csv: a road of ISO 8608 class C at 20 m/s as a sum of sines that begins smoothly. 20 s, 512 Hz.

    python3 make_road.py && jounce signal convert road.csv -o road.rsp --int16
"""
import math
import random

RATE, SECONDS, SPEED, ROUGHNESS, SINES = 512, 20, 20.0, 256e-6, 300  # Hz, s, m/s, m^3 at 0.1 cycles/m
LOW, HIGH = 0.4, 40.0  # Hz

random.seed(2)
ratio = (HIGH / LOW) ** (1 / SINES)
height = [0.0] * (RATE * SECONDS)
for i in range(SINES):
    f = LOW * ratio ** (i + 0.5)
    width = f * (math.sqrt(ratio) - 1 / math.sqrt(ratio))
    density = ROUGHNESS * (f / SPEED / 0.1) ** -2 / SPEED  # m^2/Hz
    amplitude, phase = 1e3 * math.sqrt(2 * density * width), random.uniform(0, 2 * math.pi)
    for k in range(len(height)):
        height[k] += amplitude * math.sin(2 * math.pi * f * k / RATE + phase)
with open("road.csv", "w") as out:
    out.write("time,road\ns,mm\n")
    for k, z in enumerate(height):
        fade = min(1.0, k / RATE)
        out.write(f"{k / RATE:.9f},{z * fade * fade * (3 - 2 * fade):.5f}\n")
