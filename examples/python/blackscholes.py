# Prices of European options by Black and Scholes's formula: five numbers in, two out, for many options.
# python3 blackscholes.py
import math

import numpy as np

from accrs import f64, jit, prange


@jit
def normal(x: f64) -> f64:
    """The distribution function of the standard normal distribution."""
    return f64(0.5 * math.erfc(-x / math.sqrt(2.0)))


@jit
def prices(spot: f64[:], strike: f64[:], years: f64[:], rate: f64[:], volatility: f64[:], call: f64[:], put: f64[:]):
    for i in prange(spot.shape[0]):
        spread = volatility[i] * np.sqrt(years[i])
        d1 = (np.log(spot[i] / strike[i]) + (rate[i] + volatility[i] * volatility[i] / 2) * years[i]) / spread
        d2 = d1 - spread
        discounted = strike[i] * np.exp(-rate[i] * years[i])
        call[i] = spot[i] * normal(d1) - discounted * normal(d2)
        put[i] = discounted * normal(-d2) - spot[i] * normal(-d1)


def plain(spot, strike, years, rate, volatility):
    distribution = np.vectorize(lambda x: 0.5 * math.erfc(-x / math.sqrt(2.0)))
    spread = volatility * np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + volatility * volatility / 2) * years) / spread
    discounted = strike * np.exp(-rate * years)
    call = spot * distribution(d1) - discounted * distribution(d1 - spread)
    return call, call + discounted - spot


def main(count=20_000):
    generator = np.random.default_rng(1)
    given = [generator.uniform(low, high, count) for low, high in ((10, 100), (10, 100), (0.2, 5), (0.01, 0.1), (0.1, 0.6))]
    call, put = np.empty(count), np.empty(count)
    prices(*given, call, put)
    for found, wanted in zip((call, put), plain(*given)):
        assert np.allclose(found, wanted, rtol=1e-12, atol=1e-11), abs(found - wanted).max()
    print(f"{count} options: as numpy's, within 1e-11")


if __name__ == "__main__":
    main()
