"""Random numbers for guessing worlds and for simulated dice: xoroshiro64** on two 32-bit words.

Only sums, products and masks that stay right both for Python's unbounded integers and for wrapping 64-bit ones, so
plain and compiled rules draw the same numbers. A live table's dice are not thrown here but by the dealer.
"""

from escapade.kernel.compile import rule

LOW = 0xFFFFFFFF


@rule
def mix(x):
    """Scatter 32 bits."""
    x = ((x ^ x >> 16) * 0x21F0AAAD) & LOW
    x = ((x ^ x >> 15) * 0x735A2D97) & LOW
    return x ^ x >> 15


@rule
def seed(words, number):
    """Start the generator held in two words from any number; its two halves go different ways into each word."""
    low = number & LOW
    high = number >> 32 & LOW
    words[0] = mix(low ^ mix((high + 0x9E3779B9) & LOW))
    words[1] = mix((high ^ mix((low + 0x7F4A7C15) & LOW)) + 0x3C6EF372 & LOW)
    if words[0] == 0 and words[1] == 0:
        words[0] = 1


@rule
def turn_left(x, k):
    """Rotate 32 bits to the left by k."""
    return (x << k | x >> 32 - k) & LOW


@rule
def draw(words):
    """Return the next 32 random bits."""
    a = int(words[0])
    b = int(words[1])
    out = turn_left(a * 0x9E3779BB & LOW, 5) * 5 & LOW
    b ^= a
    words[0] = turn_left(a, 26) ^ b ^ (b << 9 & LOW)
    words[1] = turn_left(b, 13)
    return out


@rule
def below(words, n):
    """Return a random whole number from 0 to n - 1."""
    return draw(words) * n >> 32


@rule
def pick(words, weight, n):
    """Return a random index below n, in proportion to the weights."""
    total = 0
    for i in range(n):
        total += weight[i]
    left = below(words, total)
    for i in range(n):
        left -= weight[i]
        if left < 0:
            return i
    return n - 1
