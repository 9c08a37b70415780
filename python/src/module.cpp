// SPDX-License-Identifier: MIT
#include <nanobind/nanobind.h>

#include "bind.h"
#include "work.h"

// dhgak._core: the library as plain functions and values; dhgak/*.py makes estimators of them.
NB_MODULE(_core, module) {
    module.doc() = "The C++ library behind the package; use `dhgak` instead.";
    dhgak::python::bind_core(module);
    dhgak::python::bind_graph(module);
    dhgak::python::bind_run(module);
    dhgak::python::bind_kernel(module);
    dhgak::python::bind_model(module);
    dhgak::python::bind_evaluate(module);
    dhgak::python::bind_explain(module);
    dhgak::python::listen_to_library();
}
