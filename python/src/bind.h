// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "dhgak/matrix/sparse_matrix.h"

namespace dhgak::python {

// One for each stage that Python sees.
void bind_core(nanobind::module_& module);
void bind_graph(nanobind::module_& module);
void bind_run(nanobind::module_& module);
void bind_kernel(nanobind::module_& module);
void bind_model(nanobind::module_& module);
void bind_evaluate(nanobind::module_& module);  // and search, compare
void bind_explain(nanobind::module_& module);   // and report

// (values, columns, row offsets), and the shape: what SciPy makes a CSR array of, without copies.
nanobind::tuple csr_parts(SparseMatrix matrix);

}  // namespace dhgak::python
