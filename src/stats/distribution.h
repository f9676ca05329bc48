// SPDX-License-Identifier: Apache-2.0
// Distributions: the cumulative functions and quantiles that intervals, tests and power are made of.
// They are Boost.Math behind plain functions. Outside a function's domain the answer is NaN; nothing throws.
#pragma once

#include <cstdint>

namespace pilotage {

double normal_cdf(double x);
// 1 - normal_cdf(x), without cancellation.
double normal_upper(double x);
double normal_quantile(double p);

// Student's t; `df` may be fractional (Welch).
double student_cdf(double t, double df);
double student_upper(double t, double df);
double student_quantile(double p, double df);

// Student's t around `noncentrality` instead of 0: what power is computed with.
double noncentral_t_cdf(double t, double df, double noncentrality);

// k successes in n trials of probability p: P(X <= k), P(X > k), P(X = k).
double binomial_cdf(int64_t k, int64_t n, double p);
double binomial_upper(int64_t k, int64_t n, double p);
double binomial_pmf(int64_t k, int64_t n, double p);

// The x with I_x(a, b) = p, and the x with 1 - I_x(a, b) = q.
double beta_quantile(double p, double a, double b);
double beta_upper_quantile(double q, double a, double b);

// P(chi-squared with one degree of freedom > x).
double chi_squared_1_upper(double x);

// Chi-squared with `df` degrees of freedom: density, for integrals over an estimated spread.
double chi_squared_density(double x, double df);

}  // namespace pilotage
