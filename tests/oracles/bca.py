"""Prints bca.tsv: a sample, 999 resampled means, and scipy's BCa ends on exactly these resamples.

python3 tests/oracles/bca.py > tests/oracles/bca.tsv      (scipy 1.17, numpy 2.x)
"""

import numpy as np
from scipy.stats._resampling import _bca_interval

x = np.array([0.2, 0.5, 0.1, 3, 0.9, 0.4, 8, 0.3, 1.2, 0.7, 2.2, 0.6])
rng = np.random.default_rng(5)
d = np.array([rng.choice(x, x.size).mean() for _ in range(999)])
low, high, _ = _bca_interval((x,), np.mean, -1, 0.025, d, None, np)
want = [np.quantile(d, float(p), method="inverted_cdf") for p in (low, high)]
for row in (x, d, want):
    print("\t".join(repr(float(v)) for v in row))
