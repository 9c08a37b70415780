#!/usr/bin/env python3
"""Prints the values that tests/learn/statistics_test.cpp expects, by SciPy."""
import numpy as np
from scipy import stats

A = np.array([0.81, 0.84, 0.79, 0.90, 0.88, 0.76, 0.85, 0.83, 0.80, 0.87])
B = np.array([0.78, 0.80, 0.80, 0.85, 0.81, 0.74, 0.79, 0.85, 0.77, 0.78])
print("t interval", *stats.t.interval(0.95, 9, A.mean(), A.std(ddof=1) / np.sqrt(10)))
test = stats.ttest_rel(A, B)
print("paired t", test.statistic, test.pvalue)
corrected = test.statistic * np.sqrt(0.1 / (0.1 + 1 / 9))
print("corrected p", 2 * stats.t.sf(abs(corrected), 9))

a = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
b = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
test = stats.wilcoxon(a, b, method="exact")
print("wilcoxon exact", test.statistic, test.pvalue)

i = np.arange(60)
test = stats.wilcoxon(np.sin(i) + 0.3, np.cos(3 * i), method="approx", correction=False)
print("wilcoxon normal", test.statistic, test.pvalue)
