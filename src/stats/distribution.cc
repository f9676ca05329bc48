// SPDX-License-Identifier: Apache-2.0
// The one file that includes Boost.Math. Its error policy is "ignore": a value outside the domain gives NaN, an
// overflow gives infinity. `guarded` is the second line, for code paths of Boost that do not pass the policy on.
#include "stats/distribution.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>

#include <cmath>
#include <exception>
#include <limits>
#include <numbers>

namespace pilotage {
namespace {

namespace policies = boost::math::policies;

using Quiet = policies::policy<
    policies::domain_error<policies::ignore_error>, policies::pole_error<policies::ignore_error>,
    policies::overflow_error<policies::ignore_error>, policies::underflow_error<policies::ignore_error>,
    policies::denorm_error<policies::ignore_error>, policies::rounding_error<policies::ignore_error>,
    policies::evaluation_error<policies::ignore_error>, policies::indeterminate_result_error<policies::ignore_error>,
    policies::promote_double<false>>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// A template because each caller has its own lambda.
template <typename Function>
double guarded(Function function) {
  try {
    return function();
  } catch (const std::exception&) {
    return kNaN;
  }
}

double as_double(int64_t count) { return static_cast<double>(count); }

bool is_probability(double p) { return p >= 0 && p <= 1; }

}  // namespace

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

double normal_upper(double x) { return normal_cdf(-x); }

double normal_quantile(double p) {
  if (!is_probability(p)) return kNaN;
  return guarded([&] { return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * p, Quiet()); });
}

double student_cdf(double t, double df) {
  if (!(df > 0) || std::isnan(t)) return kNaN;
  return guarded([&] { return cdf(boost::math::students_t_distribution<double, Quiet>(df), t); });
}

double student_upper(double t, double df) { return student_cdf(-t, df); }

double student_quantile(double p, double df) {
  if (!(df > 0) || !is_probability(p)) return kNaN;
  return guarded([&] { return quantile(boost::math::students_t_distribution<double, Quiet>(df), p); });
}

double noncentral_t_cdf(double t, double df, double noncentrality) {
  if (!(df > 0) || std::isnan(t) || !std::isfinite(noncentrality)) return kNaN;
  using Distribution = boost::math::non_central_t_distribution<double, Quiet>;
  return guarded([&] { return cdf(Distribution(df, noncentrality), t); });
}

double binomial_cdf(int64_t k, int64_t n, double p) {
  if (n < 0 || !is_probability(p)) return kNaN;
  if (k < 0) return 0;
  if (k >= n) return 1;
  return guarded([&] { return boost::math::ibetac(as_double(k) + 1, as_double(n - k), p, Quiet()); });
}

double binomial_upper(int64_t k, int64_t n, double p) {
  if (n < 0 || !is_probability(p)) return kNaN;
  if (k < 0) return 1;
  if (k >= n) return 0;
  return guarded([&] { return boost::math::ibeta(as_double(k) + 1, as_double(n - k), p, Quiet()); });
}

double binomial_pmf(int64_t k, int64_t n, double p) {
  if (n < 0 || !is_probability(p)) return kNaN;
  if (k < 0 || k > n) return 0;
  return guarded([&] { return pdf(boost::math::binomial_distribution<double, Quiet>(as_double(n), p), as_double(k)); });
}

double beta_quantile(double p, double a, double b) {
  if (!is_probability(p) || !(a > 0) || !(b > 0)) return kNaN;
  return guarded([&] { return boost::math::ibeta_inv(a, b, p, Quiet()); });
}

double beta_upper_quantile(double q, double a, double b) {
  if (!is_probability(q) || !(a > 0) || !(b > 0)) return kNaN;
  return guarded([&] { return boost::math::ibetac_inv(a, b, q, Quiet()); });
}

double chi_squared_1_upper(double x) { return x >= 0 ? std::erfc(std::sqrt(x / 2)) : kNaN; }

double chi_squared_density(double x, double df) {
  if (!(df > 0) || !(x >= 0)) return kNaN;
  return guarded([&] { return pdf(boost::math::chi_squared_distribution<double, Quiet>(df), x); });
}

}  // namespace pilotage
